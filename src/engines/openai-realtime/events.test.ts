import { expect, test } from 'vitest';
import { allVoices, premiumVoices, standardVoices } from '#shared/voices.ts';
import { findSpokenVoice } from './events.ts';

test('the five free voices are five different voices of the model', () => {
  const speakers = standardVoices.map(voice => findSpokenVoice(voice).speaker);
  expect(speakers).toEqual(['ballad', 'alloy', 'cedar', 'marin', 'shimmer']);
});

test('premium voices use no voice of the free plan', () => {
  const free = new Set(standardVoices.map(voice => findSpokenVoice(voice).speaker));
  const premium = new Set(premiumVoices.map(voice => findSpokenVoice(voice).speaker));
  expect([...premium].filter(speaker => free.has(speaker))).toEqual([]);
  expect(premium.size).toBe(5);
});

test('no two voices are equal in voice, speed and style', () => {
  const spoken = allVoices.map(voice => JSON.stringify(findSpokenVoice(voice)));
  expect(new Set(spoken).size).toBe(46);
});

test('no voice is uncomfortably fast or slow', () => {
  for (const { speed } of allVoices.map(findSpokenVoice)) {
    expect(speed).toBeGreaterThanOrEqual(0.9);
    expect(speed).toBeLessThanOrEqual(1.15);
  }
});

test('a style follows the tags of the voice in the list', () => {
  expect(findSpokenVoice('Santa')).toEqual({
    speaker: 'verse',
    speed: 0.92,
    style:
      'Your manner: jolly, old, as for christmas; where the text is English, with an accent that is american.',
  });
});
