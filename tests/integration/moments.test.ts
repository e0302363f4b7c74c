import { BufferSource } from 'mediabunny';
import { afterEach, describe, expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { type MomentTools, takeMoments } from '#media/frames/take-moments.ts';
import { encodeJpeg, readGrey } from '#media/node/encode-jpeg.ts';
import '#media/node/open-video-file.ts';
import type { Frame } from '#shared/frame.ts';
import { type ClipOptions, makeClip } from '../support/make-clip.ts';
import { listStarts, makeFilm, type Shot } from '../support/make-film.ts';
import { sizeOf } from '../support/measure-frame.ts';
import { testRows } from '../support/test-rows.ts';

const never = new AbortController().signal;

async function take(clip: Uint8Array<ArrayBuffer>, tools: Partial<MomentTools> = {}): Promise<Frame[]> {
  const video = await openVideo(new BufferSource(clip), { maxSeconds: 40_000 });
  try {
    const usual = { most: 60, showsMovement: true, encodeJpeg, readGrey, signal: never };
    return await takeMoments(video, { ...usual, ...tools });
  } finally {
    video.close();
  }
}

const momentOf = ({ seconds, momentSeconds = seconds }: Frame) => momentSeconds;
const groupMoments = (frames: readonly Frame[]) => [...Map.groupBy(frames, momentOf).values()];

function expectWhole(frames: readonly Frame[], most = 60): void {
  expect(frames.length).toBeLessThanOrEqual(most);
  const times = frames.map(({ seconds }) => seconds);
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
  for (const group of groupMoments(frames)) {
    expect([1, 3]).toContain(group.length);
    expect(momentOf(group[0] as Frame)).toBe(group[Math.floor(group.length / 2)]?.seconds);
  }
}

const kinds = ['moving', 'card', 'still', 'panning'] as const;
/** Two minutes and more of shots of three to eight seconds. */
const shots: readonly Shot[] = Array.from({ length: 24 }, (_, at) => ({
  kind: kinds[at % kinds.length] ?? 'still',
  seconds: 3 + ((at * 7) % 6),
}));
const starts = listStarts(shots);
let made: Promise<Uint8Array<ArrayBuffer>> | undefined;
const getFilm = () => (made ??= makeFilm(shots));
const shotAt = (seconds: number) => starts.findLastIndex(start => start <= seconds + 0.01);

const films: readonly ClipOptions[] = [
  {},
  { container: 'webm', codec: 'vp9' },
  { container: 'ts' },
  { container: 'mkv', codec: 'hevc', keyIntervalSeconds: 20 },
];

describe('the moments of a film', () => {
  testRows(films, (_, index) => index === 0)('show what happens in its shots: %o', async options => {
    const film = await (options.codec || options.container ? makeFilm(shots, options) : getFilm());
    const groups = groupMoments(await take(film));
    expectWhole(groups.flat());
    for (const group of groups) {
      const [first, middle = first] = group as [Frame, ...Frame[]];
      const { kind } = shots[shotAt(first.seconds)] as Shot;
      expect(new Set(group.map(({ seconds }) => shotAt(seconds))).size, `${first.seconds} s`).toBe(1);
      if (group.length === 3) {
        expect(['moving', 'panning']).toContain(kind);
        expect(group.map(({ detail }) => detail)).toEqual(['low', 'low', 'low']);
      } else expect(middle.detail).toBe(kind === 'card' ? 'high' : 'medium');
    }
    const seen = new Set(groups.map(([first]) => shotAt(first?.seconds ?? 0)));
    expect(seen.size).toBeGreaterThanOrEqual(shots.length - 5);
    expect(groups.filter(({ length }) => length === 3).length).toBeGreaterThanOrEqual(5);
  });

  test('are small, but full size where something is printed', async () => {
    const large: readonly Shot[] = kinds.map(kind => ({ kind, seconds: 5 }));
    const frames = await take(await makeFilm(large, { width: 1280, height: 720, framesPerSecond: 8 }));
    for (const { detail, jpeg } of frames)
      expect(await sizeOf(jpeg)).toEqual(
        detail === 'high' ? { width: 1280, height: 720 } : { width: 768, height: 432 },
      );
    expect(new Set(frames.map(({ detail }) => detail))).toEqual(new Set(['low', 'medium', 'high']));
    const [upright] = await take(await makeClip({ seconds: 10, width: 1280, height: 720, rotation: 90 }));
    expect(await sizeOf(upright?.jpeg as Uint8Array)).toEqual({ width: 432, height: 768 });
  });

  test('are single pictures of full size where no model takes many', async () => {
    const frames = await take(await getFilm(), { showsMovement: false });
    expectWhole(frames);
    for (const frame of frames) expect(Object.keys(frame)).toEqual(['seconds', 'jpeg']);
  });

  test('are those that move most, and single before one is dropped, where few pictures are allowed', async () => {
    const film = await getFilm();
    const all = await take(film, { most: 120 });
    const single = await take(film, { showsMovement: false, most: 20 });
    const few = await take(film, { most: 24 });
    expectWhole(few, 24);
    expect(groupMoments(few).length).toBeGreaterThanOrEqual(single.length);
    expect(few.length).toBeLessThan(all.length);
    const least = await take(film, { most: 10 });
    expect(least.length).toBeLessThanOrEqual(10);
    expect(least.every(({ momentSeconds }) => momentSeconds === undefined)).toBe(true);
  });

  test('of a description lie in the gaps, first', async () => {
    const gaps = [10, 40, 70, 100].map(startSeconds => ({ startSeconds, endSeconds: startSeconds + 7 }));
    const groups = groupMoments(await take(await getFilm(), { gaps }));
    expectWhole(groups.flat());
    for (const { startSeconds, endSeconds } of gaps)
      expect(
        groups.some(([first]) => first && first.seconds >= startSeconds && first.seconds < endSeconds),
        `a moment between ${startSeconds} and ${endSeconds} s`,
      ).toBe(true);
  });

  test('are reported while they are taken', async () => {
    const reports: [number, number][] = [];
    await take(await getFilm(), { report: (done, total) => reports.push([done, total]) });
    const dones = reports.map(([done]) => done);
    expect(dones).toEqual(dones.toSorted((one, other) => one - other));
    expect(dones[0]).toBe(0);
    expect(new Set(reports.map(([, total]) => total)).size).toBe(1);
    expect(dones.at(-1)).toBeLessThanOrEqual(reports[0]?.[1] ?? 0);
  });
});

describe('a cut between key frames', () => {
  /** A key frame every four seconds, and none at a cut, as recorders write them; the encoder of AV1 does so here. */
  test('is where its moment begins', async () => {
    const film = await makeFilm(
      [10, 11.5, 13, 14].map(seconds => ({ kind: 'still', seconds })),
      { codec: 'av1', keyIntervalSeconds: 4 },
    );
    const times = (await take(film)).map(({ seconds }) => seconds);
    for (const cut of [10, 21.5, 34.5])
      expect(
        times.filter(seconds => seconds >= cut && seconds < cut + 0.3),
        `${cut} s of ${times}`,
      ).toHaveLength(1);
  });
});

describe('a slow machine', () => {
  test('gets moments without movement once its time is over', async () => {
    const film = await getFilm();
    let clockMs = 0;
    const frames = await take(film, { readClockMs: () => (clockMs += 2000) });
    expectWhole(frames);
    expect(frames.length).toBeGreaterThanOrEqual(10);
    expect(frames.every(({ momentSeconds }) => momentSeconds === undefined)).toBe(true);
  });
});

describe('bad input', () => {
  testRows<[string, () => Promise<Uint8Array<ArrayBuffer>>]>(
    [
      ['a second', () => makeClip({ seconds: 1 })],
      ['one picture', () => makeClip({ seconds: 0.1, timestamps: [0] })],
      [
        'six minutes of the same picture',
        () => makeClip({ seconds: 360, framesPerSecond: 1, color: () => [90, 90, 90] }),
      ],
      [
        'no key frame but the first',
        () => makeFilm(shots, { keyIntervalSeconds: 1000, codec: 'vp8', container: 'webm' }),
      ],
      [
        'an uneven frame rate',
        () => makeClip({ seconds: 60, timestamps: Array.from({ length: 90 }, (_, at) => (at * at) / 140) }),
      ],
      [
        'ten hours',
        () =>
          makeClip({
            seconds: 36_000,
            timestamps: Array.from({ length: 600 }, (_, at) => at * 60),
            keyIntervalSeconds: 60,
          }),
      ],
    ],
    (_, index) => index === 2,
  )('a video of %s has its moments', async (_, make) => {
    const frames = await take(await make());
    expectWhole(frames);
    expect(frames.length).toBeGreaterThanOrEqual(1);
  });

  test('damage in the middle costs the pictures that are damaged', async () => {
    const film = await makeFilm(shots, { container: 'mkv' });
    const damage = (write: (at: number) => number) =>
      film.map((byte, at) => (at > film.length * 0.4 && at < film.length * 0.6 ? write(at) % 256 : byte));
    const frames = await take(damage(at => at * 7));
    expectWhole(frames);
    expect(frames.length).toBeGreaterThan(8);
    // A cluster whose first block has a size that no block may have.
    const cluster = [0x1f, 0x43, 0xb6, 0x75, 0x90, 0xa3, 0xff, 0xa0];
    const others = await take(damage(at => cluster[at % cluster.length] ?? 0));
    expectWhole(others);
    expect(others.length).toBeGreaterThan(8);
  });
});

describe('a cancelled job', () => {
  let stop = new AbortController();
  afterEach(() => {
    stop = new AbortController();
  });

  test.each([0, 3, 30, 60, 90])('ends at picture %i that is looked at', async last => {
    const film = await getFilm();
    let looked = 0;
    const readAndStop: typeof readGrey = (picture, bounds) => {
      if (looked++ >= last) stop.abort();
      return readGrey(picture, bounds);
    };
    await expect(take(film, { readGrey: readAndStop, signal: stop.signal })).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(looked).toBeLessThan(last + 15);
  });
});
