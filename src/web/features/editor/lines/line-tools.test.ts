import { describe, expect, test } from 'vitest';
import { estimateSeconds, learn, startRate } from '#shared/script/estimate-speech.ts';
import { addSounds, type LineSound, noSounds, type SpokenWith } from './line-sound.ts';
import { countSpoken, createEstimate, findEnd, planSpeaking } from './line-tools.ts';

const nova: SpokenWith = { voice: 'nova', language: 'English' };
const script = '[0:00] The fox looks up.\n[0:04] It runs.\n[0:08] Snow falls on the hills.';
const say = (text: string, seconds: number): LineSound => ({ ...nova, text, seconds, mp3: new Blob() });
const some = addSounds(noSounds, [say('It runs.', 0.9)]);
const all = addSounds(some, [say('The fox looks up.', 1.4), say('Snow falls on the hills.', 1.8)]);

describe('which lines are spoken', () => {
  test('are those that were not spoken so before; of the others their lengths are reported', () => {
    const plan = planSpeaking(script, some, { spokenWith: nova, only: undefined });
    expect(plan).toEqual({ lines: [0, 2], known: [{ index: 1, seconds: 0.9 }] });
  });

  test('is the one that is asked for, though it was heard before', () => {
    expect(planSpeaking(script, some, { spokenWith: nova, only: 1 })).toEqual({ lines: [1], known: [] });
  });

  test('are all of them with another voice', () => {
    const spokenWith: SpokenWith = { ...nova, voice: 'onyx' };
    expect(planSpeaking(script, all, { spokenWith, only: undefined }).lines).toEqual([0, 1, 2]);
  });
});

test.each([
  ['none', noSounds],
  ['some', some],
  ['all', all],
] as const)('%s of the lines were spoken', (count, sounds) => {
  expect(countSpoken(script, sounds, nova)).toBe(count);
});

describe('how long a line will be', () => {
  const text = 'A heron stands in the shallow water and waits.';
  const start = startRate('English');
  const usualSeconds = estimateSeconds(text, start);

  test('is what is usual in the language while nothing was heard', () => {
    expect(createEstimate(undefined, 'English')(text)).toBe(usualSeconds);
  });

  test('follows a slow voice with what was heard of it', () => {
    const slow = learn(start, text, 1.5 * usualSeconds);
    expect(createEstimate(slow, 'English')(text)).toBeGreaterThan(usualSeconds);
    expect(createEstimate(undefined, 'English')(text)).toBe(usualSeconds);
  });
});

test('a script without a video ends after its last words', () => {
  expect(findEnd(script, () => 2)).toBe(12);
  expect(findEnd('', () => 2)).toBe(0);
});
