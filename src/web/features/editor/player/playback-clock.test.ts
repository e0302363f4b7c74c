import { expect, test } from 'vitest';
import { PictureClock, VoiceSync } from './playback-clock.ts';

function makeClock(): PictureClock {
  const clock = new PictureClock();
  clock.pauses = [
    { atSeconds: 2, seconds: 1.5 },
    { atSeconds: 6, seconds: 3 },
  ];
  return clock;
}

/** With the preview at a position. */
function placeAt(atSeconds: number) {
  const clock = makeClock();
  clock.atSeconds = atSeconds;
  return clock;
}

function followPicture(atSeconds: number, pictureSeconds: number): number {
  const clock = placeAt(atSeconds);
  clock.followPicture(pictureSeconds);
  return clock.atSeconds;
}

test('while the picture is paused the preview goes on, and the same picture is seen', () => {
  expect([1.9, 2, 3, 3.5, 5.5, 8].map(seconds => placeAt(seconds).place)).toEqual([
    { seconds: 1.9, stillSeconds: 0 },
    { seconds: 2, stillSeconds: 1.5 },
    { seconds: 2, stillSeconds: 0.5 },
    { seconds: 2, stillSeconds: 0 },
    { seconds: 4, stillSeconds: 0 },
    { seconds: 6, stillSeconds: 2.5 },
  ]);
});

test('a picture that comes shortly after a pause does not pass over it', () => {
  expect(followPicture(1.95, 1.98)).toBe(1.98);
  expect(followPicture(1.98, 2.02)).toBe(2);
  expect(followPicture(3.5, 2.02)).toBeCloseTo(3.52, 6);
  expect(followPicture(7.4, 6.4)).toBe(7.5);
  expect(followPicture(10.5, 6.4)).toBeCloseTo(10.9, 6);
});

test('while the picture waits the voice is the clock, and never leads beyond the pause or back', () => {
  const clock = placeAt(2);
  clock.followVoice(2.6);
  expect(clock.atSeconds).toBe(2.6);
  clock.followVoice(2.5);
  expect(clock.atSeconds).toBe(2.6);
  clock.followVoice(9);
  expect(clock.atSeconds).toBeCloseTo(3.5, 6);
});

test('where no picture waits the voice leads as far as it goes', () => {
  const clock = placeAt(12);
  clock.followVoice(15);
  expect(clock.atSeconds).toBe(15);
});

test('the preview is longer than its picture by the pauses', () => {
  expect(makeClock().sumSeconds(10)).toBe(14.5);
  expect(makeClock().toPreviewSeconds(7)).toBe(11.5);
});

test('a preview without pauses is as its picture', () => {
  const clock = new PictureClock();
  clock.atSeconds = 3;
  expect(clock.place).toEqual({ seconds: 3, stillSeconds: 0 });
  clock.followPicture(3.1);
  expect(clock.atSeconds).toBe(3.1);
  expect(clock.sumSeconds(4)).toBe(4);
});

test('no pause goes on for ever, however its times are rounded', () => {
  for (let step = 1; step <= 1000; step++) {
    const clock = new PictureClock();
    const [atSeconds, seconds] = [16 + step / 777, 3 + step / 333];
    clock.pauses = [{ atSeconds, seconds }];
    for (const heardSeconds of [atSeconds, atSeconds + seconds / 3, atSeconds + seconds + 1])
      clock.followVoice(heardSeconds);
    expect(clock.place.stillSeconds).toBe(0);
  }
});

const frameSeconds = 1 / 60;

interface Run {
  /** How long the picture takes from its start until it moves. */
  readonly lagSeconds: number;
  readonly latencySeconds?: number;
  readonly seconds?: number;
  /** By how much clocks are read wrong, at most. */
  readonly jitterSeconds?: number;
  readonly isSounding?: boolean;
}

/** Starts picture and voice at 5 s of the preview. @returns by how much the voice is ahead when it starts, and in the end; and its corrections */
function run(sync: VoiceSync, { lagSeconds, latencySeconds = 0.02, seconds = 2, ...options }: Run) {
  const { jitterSeconds = 0, isSounding = true } = options;
  sync.begin({ heardSeconds: 100, latencySeconds }, 5);
  const firstAnchor = sync.anchorSeconds ?? 0;
  let videoSeconds: number | undefined;
  let anchor = firstAnchor;
  let corrections = 0;
  for (let frame = 0; frame < seconds / frameSeconds; frame++) {
    const heard = 100 + frame * frameSeconds;
    if (videoSeconds === undefined && sync.isVideoDue(heard)) videoSeconds = heard + lagSeconds;
    if (videoSeconds === undefined || heard <= videoSeconds) continue;
    sync.follow(heard + jitterSeconds * Math.sin(17 * frame), 5 + heard - videoSeconds, isSounding);
    if (sync.anchorSeconds !== anchor) corrections++;
    anchor = sync.anchorSeconds ?? 0;
  }
  const ahead = (anchorSeconds: number) => (videoSeconds ?? 0) - 5 - anchorSeconds;
  return { startsAhead: ahead(firstAnchor), endsAhead: ahead(anchor), corrections };
}

test.each([{ lagSeconds: 0.01 }, { lagSeconds: 0.12 }, { lagSeconds: 0.05 }, { lagSeconds: 0.25 }])(
  'from the second start on, picture and voice start together: %o',
  ({ lagSeconds }) => {
    const sync = new VoiceSync();
    run(sync, { lagSeconds });
    expect(Math.abs(run(sync, { lagSeconds }).startsAhead)).toBeLessThan(0.02);
  },
);

test('nothing of the voice is scheduled in the past, however slow the output', () => {
  const sync = new VoiceSync();
  sync.begin({ heardSeconds: 100, latencySeconds: 0.2 }, 5);
  expect((sync.anchorSeconds ?? 0) + 5).toBeGreaterThan(100.2);
  expect(sync.isVideoDue(100)).toBe(false);
  expect(sync.isVideoDue(100.17)).toBe(true);
});

test('a voice that is noticeably off is brought back once', () => {
  const { endsAhead, corrections } = run(new VoiceSync(), { lagSeconds: 0.2 });
  expect(Math.abs(endsAhead)).toBeLessThan(0.01);
  expect(corrections).toBe(1);
});

test('what nobody notices is not corrected while the voice sounds, but in silence', () => {
  expect(run(new VoiceSync(), { lagSeconds: 0.075 }).corrections).toBe(0);
  const { corrections, endsAhead } = run(new VoiceSync(), { lagSeconds: 0.075, isSounding: false });
  expect(corrections).toBe(1);
  expect(Math.abs(endsAhead)).toBeLessThan(0.01);
});

test('clocks that are read unevenly cause no correction', () => {
  expect(run(new VoiceSync(), { lagSeconds: 0.05, jitterSeconds: 0.05 }).corrections).toBe(0);
});

test('after the picture stood still, the voice goes on where the picture is', () => {
  const sync = new VoiceSync();
  run(sync, { lagSeconds: 0.05 });
  sync.forget();
  expect(sync.anchorSeconds).toBeUndefined();
  sync.follow(110, 7, true);
  expect(110.5 - (sync.anchorSeconds ?? 0)).toBeCloseTo(7.5, 6);
});
