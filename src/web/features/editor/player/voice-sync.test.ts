import { expect, test } from 'vitest';
import { VoiceSync } from './voice-sync.ts';

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
  expect(sync.readPreviewSeconds(110.5)).toBeCloseTo(7.5, 6);
});
