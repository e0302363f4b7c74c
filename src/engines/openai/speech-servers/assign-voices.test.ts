import { expect, test } from 'vitest';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';
import { assignVoices } from './assign-voices.ts';
import type { Gender, ServerVoice } from './speech-server.ts';

function voice(name: string, gender: Gender | undefined, quality = 0): ServerVoice {
  return { name, model: 'm', language: 'de', gender, quality };
}

function listNames(voices: readonly ServerVoice[], names: readonly Voice[]) {
  const assigned = assignVoices(voices);
  return names.map(name => assigned.get(name)?.voice.name);
}

test('voices of which nothing is known are given by their rank, each free name another', () => {
  const voices = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(name => voice(name, undefined));
  expect(new Set(listNames(voices, standardVoices)).size).toBe(5);
  const premium = new Set(listNames(voices, premiumVoices));
  expect(premium).toEqual(new Set(['six', 'seven']));
});

test('men speak for men and women for women, the best first', () => {
  const voices = [
    voice('bad', 'female', 1),
    voice('good', 'female', 9),
    voice('man', 'male'),
    voice('other', 'male'),
  ];
  const [fable, , onyx, nova, shimmer] = listNames(voices, standardVoices);
  expect([nova, shimmer]).toEqual(['good', 'bad']);
  expect([fable, onyx].sort()).toEqual(['man', 'other']);
});

test('a single voice speaks for all, at seven paces, its own first', () => {
  const assigned = assignVoices([voice('only', 'male')]);
  expect(assigned.size).toBe(46);
  const speeds = [...assigned.values()].map(({ speed }) => speed);
  expect(speeds[0]).toBe(1);
  expect(new Set(speeds).size).toBe(7);
});
