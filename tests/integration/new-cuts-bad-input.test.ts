import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { takeFingerprint } from '#media/fingerprint/take-fingerprint.ts';
import { readGrey } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import type { CutComparison, CutPart } from '#shared/narration/new-cut.ts';
import { isWholeCover, judgeNewCut } from '../support/judge-new-cut.ts';
import {
  cutFilm,
  joinFilms,
  type MadeFilm,
  makeFilm,
  takeMadeFingerprint,
} from '../support/made-film-prints.ts';
import { makeSceneFilm } from '../support/made-scenes.ts';
import { makeClip } from '../support/make-clip.ts';
import { fingerprintBytes } from '../support/measure-new-cuts.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** A stretch of a made film. */
interface Stretch {
  readonly film: number;
  readonly fromSeconds: number;
  readonly seconds: number;
}

const stretch = (film: number, fromSeconds: number, seconds: number): Stretch => ({
  film,
  fromSeconds,
  seconds,
});

const lookAt = (film: MadeFilm) => takeMadeFingerprint(film);
const lookAtNew = (film: MadeFilm) =>
  takeMadeFingerprint(film, { pictureRate: comparedPictureRate, seed: 7 });
const withoutSound = (fingerprint: Fingerprint): Fingerprint => ({
  ...fingerprint,
  sound: new Uint8Array(0),
  loudness: new Uint8Array(0),
});

/** Compares, and requires that the answer covers both. */
async function compare(old: Fingerprint, now: Fingerprint): Promise<CutComparison> {
  const comparison = await compareCuts(old, now);
  expect(isWholeCover(comparison, old.durationMs, now.durationMs)).toBe(true);
  return comparison;
}

/** What the new one is made of, when all of film 1 is the old one. */
function describeTruth(oldSeconds: number, stretches: readonly Stretch[]): CutPart[] {
  const parts: CutPart[] = [];
  let atMs = 0;
  for (const { film, fromSeconds, seconds } of stretches) {
    const now = { fromMs: atMs, toMs: atMs + seconds * 1000 };
    const old = { fromMs: fromSeconds * 1000, toMs: (fromSeconds + seconds) * 1000 };
    parts.push(film === 1 ? { kind: 'kept', old, now } : { kind: 'new', now });
    atMs = now.toMs;
  }
  const kept = parts.flatMap(({ old }) => old ?? []).sort((one, next) => one.fromMs - next.fromMs);
  const ends = [0, ...kept.map(({ toMs }) => toMs)];
  for (const [at, fromMs] of ends.entries()) {
    const toMs = kept[at]?.fromMs ?? oldSeconds * 1000;
    if (toMs > fromMs) parts.push({ kind: 'removed', old: { fromMs, toMs } });
  }
  return parts;
}

async function expectEachLineRight(oldSeconds: number, stretches: readonly Stretch[]): Promise<void> {
  const lengthOf = (film: number) =>
    Math.max(
      ...stretches.filter(each => each.film === film).map(each => each.fromSeconds + each.seconds),
      film === 1 ? oldSeconds : 0,
    );
  const films = new Map(
    [1, ...stretches.map(({ film }) => film)].map(film => [film, makeFilm(film, lengthOf(film))]),
  );
  const cut = stretches.map(({ film, fromSeconds, seconds }) =>
    cutFilm(films.get(film) ?? [], fromSeconds, fromSeconds + seconds),
  );
  const comparison = await compare(lookAt(films.get(1) ?? []), lookAtNew(joinFilms(...cut)));
  const { wrong, lost, goneKept } = judgeNewCut(describeTruth(oldSeconds, stretches), comparison);
  expect({ wrong, lost, goneKept }).toEqual({ wrong: 0, lost: 0, goneKept: 0 });
}

/** How much of the old video is said to be at a known place of the new one, 0 to 1. */
function measureKept({ parts }: CutComparison, { durationMs }: Fingerprint): number {
  const kept = parts.filter(({ old, now, isUncertain }) => old && now && !isUncertain);
  return kept.reduce((sum, { old }) => sum + (old ? old.toMs - old.fromMs : 0), 0) / durationMs;
}

describe('another length', () => {
  test('half as long: the second half is gone', () => expectEachLineRight(600, [stretch(1, 0, 300)]));
  test('ten seconds out of an hour', () => expectEachLineRight(3600, [stretch(1, 1803.4, 10)]));
  test('an hour around ten seconds', () =>
    expectEachLineRight(10, [stretch(2, 0, 1700.3), stretch(1, 0, 10), stretch(2, 1700.3, 1800)]));
  test('two films in one, of which one goes', () => expectEachLineRight(900, [stretch(1, 437.2, 462.8)]));
  test('a second film after the first', () =>
    expectEachLineRight(400, [stretch(1, 0, 400), stretch(2, 0, 500)]));

  test.each([
    ['before', 0, 60],
    ['now', 60, 0],
    ['before and now', 0, 0],
  ])('no second %s', async (_, before, now) => {
    const [old, cut] = [lookAt(makeFilm(1, before)), lookAtNew(makeFilm(1, now))];
    const { parts, alike } = await compare(old, cut);
    expect(parts.filter(part => part.old && part.now)).toEqual([]);
    expect(alike).toBeGreaterThanOrEqual(0);
  });
});

/** One moment for so many seconds. */
function standStill(seconds: number, change: Partial<MadeFilm[number]> = {}): MadeFilm {
  const [first] = makeFilm(1, 1);
  if (!first) throw new Error('Nothing was made.');
  return Array.from({ length: seconds * 24 }, () => ({ ...first, isCut: false, ...change }));
}

describe('what says nothing about where it is', () => {
  test.each<[string, Partial<MadeFilm[number]>, 'loud' | 'without sound']>([
    ['the same second 600 times against 500 times', {}, 'loud'],
    ['a still picture without sound', {}, 'without sound'],
    ['one colour without sound', { details: 0 }, 'without sound'],
  ])('%s: nothing moves without a question', async (_, change, sound) => {
    const hear = sound === 'loud' ? (print: Fingerprint) => print : withoutSound;
    const old = hear(lookAt(standStill(600, change)));
    const comparison = await compare(old, hear(lookAtNew(standStill(500, change))));
    expect(measureKept(comparison, old)).toBeLessThanOrEqual(0.01);
  });

  test('a loop of 8 s that goes round 40 times instead of 60: nothing moves without a question', async () => {
    const loop = cutFilm(makeFilm(1, 60), 20, 28);
    const goRound = (times: number) => joinFilms(...Array.from({ length: times }, () => loop));
    const old = lookAt(goRound(60));
    const comparison = await compare(old, lookAtNew(goRound(40)));
    expect(measureKept(comparison, old)).toBeLessThanOrEqual(0.01);
  });

  test('a test card is not taken for a film', async () => {
    const film = lookAt(makeFilm(1, 300));
    const card = await fingerprintBytes(
      await makeClip({ seconds: 20, framesPerSecond: 4, color: () => [90, 120, 200] }),
      comparedPictureRate,
    );
    expect(measureKept(await compare(film, card), film)).toBeLessThanOrEqual(0.01);
  });
});

describe('an altogether other video', () => {
  const film = makeFilm(1, 600);
  const other = makeFilm(2, 600);
  /** The pictures of one with the sound of another. */
  const dub = (shown: MadeFilm, heard: MadeFilm) =>
    shown.map((tick, at) => ({ ...tick, sound: heard[at]?.sound ?? 0 }));

  test.each([
    ['of the same length', lookAtNew(other)],
    ['without sound', withoutSound(lookAtNew(cutFilm(other, 0, 400)))],
    ['that is the film backwards', lookAtNew(film.toReversed())],
  ])('%s is not alike', async (_, now) => {
    const old = lookAt(film);
    const comparison = await compare(old, now);
    expect(comparison.alike).toBeLessThan(0.05);
    expect(measureKept(comparison, old)).toBeLessThan(0.05);
  });

  test('mirrored, with its own sound, keeps each line in its place, to be checked', async () => {
    const { parts } = await compare(lookAt(film), lookAtNew(dub(other, film)));
    expect(parts.map(({ kind }) => kind)).toEqual(['picture changed']);
  });
});

describe('only sound, or only pictures', () => {
  test('a film whose sound is gone keeps its lines', async () => {
    const scenes = [1, 2, 3].map(name => ({ name, seconds: 6 }));
    const loud = await makeSceneFilm(scenes);
    const [old, now] = [
      await fingerprintBytes(loud, 1),
      await fingerprintBytes(await removeSound(loud), comparedPictureRate),
    ];
    expect(old.sound.length).toBeGreaterThan(0);
    expect(now.sound.length).toBe(0);
    const { parts } = await compare(old, now);
    expect(parts.map(({ kind }) => kind)).toEqual(['sound changed']);
  });

  test('pictures that cannot be decoded: the sound says where lines are', async () => {
    const film = makeFilm(1, 300).map(tick => ({ ...tick, details: 0, isCut: false }));
    const stretches = [stretch(1, 0, 100), stretch(1, 130, 170)];
    const cut = [...cutFilm(film, 0, 100), ...cutFilm(film, 130)];
    const comparison = await compare(lookAt(film), lookAtNew(cut));
    const { wrong, lost, goneKept } = judgeNewCut(describeTruth(300, stretches), comparison);
    expect({ wrong, lost, goneKept }).toEqual({ wrong: 0, lost: 0, goneKept: 0 });
  });
});

async function removeSound(video: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  using input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  await (await Conversion.init({ input, output, audio: { discard: true } })).execute();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

test('4 hours against 4 hours, two of which changed places', { tags: 'long' }, async () => {
  const hours = 3600;
  await expectEachLineRight(4 * hours, [
    stretch(1, 0, hours),
    stretch(1, 2 * hours, hours),
    stretch(1, hours, hours),
    stretch(1, 3 * hours, hours),
  ]);
});

describe('a fingerprint in a document', () => {
  const kept = packFingerprint(lookAt(makeFilm(1, 30)));
  test.each([
    ['of a newer version', Buffer.from(Buffer.from(kept, 'base64').fill(200, 0, 1)).toString('base64')],
    ['cut short', kept.slice(0, kept.length / 2)],
    ['with another letter', `${kept.slice(0, 40)}${kept[40] === 'A' ? 'B' : 'A'}${kept.slice(41)}`],
    ['empty', ''],
    ['no base64', 'not a fingerprint 💥'],
  ])('%s is as good as none', (_, damaged) => {
    expect(unpackFingerprint(damaged)).toBeUndefined();
  });
});

describe('cancelled', () => {
  test.each([
    ['before it begins', 0],
    ['after a second', 1],
    ['after five', 5],
  ])(
    'while a video is looked at, %s: it ends, and the video can be looked at again',
    async (_, afterSeconds) => {
      await using folder = await makeTemporaryFolder();
      const path = await folder.write('film.mp4', await makeSceneFilm([{ name: 1, seconds: 8 }]));
      using video = await openVideoFile(path, { maxSeconds: 60 });
      const cancel = new AbortController();
      if (afterSeconds === 0) cancel.abort();
      const reported: number[] = [];
      const report = (doneSeconds: number) => {
        reported.push(doneSeconds);
        if (doneSeconds >= afterSeconds) cancel.abort();
      };
      await expect(takeFingerprint(video, { readGrey, signal: cancel.signal, report })).rejects.toMatchObject(
        { code: 'client_closed' },
      );
      expect(reported.filter(doneSeconds => doneSeconds > afterSeconds + 2)).toEqual([]);
      const { signal } = new AbortController();
      expect((await takeFingerprint(video, { readGrey, signal })).details).toHaveLength(8);
    },
  );

  test('while two long videos are compared', async () => {
    const film = makeFilm(1, 3600);
    const [old, now] = [lookAt(film), lookAtNew(cutFilm(film, 30))];
    const cancel = new AbortController();
    const comparing = compareCuts(old, now, cancel.signal);
    setTimeout(() => cancel.abort(), 20);
    await expect(comparing).rejects.toMatchObject({ code: 'client_closed' });
  });
});
