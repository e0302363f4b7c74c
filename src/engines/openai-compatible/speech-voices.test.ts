import { expect, test } from 'vitest';
import { premiumVoices, standardVoices, type Voice } from '#shared/voices.ts';
import { assignVoices, type Gender, type ServerVoice } from './speech-voices.ts';

function voice(name: string, gender: Gender | undefined): ServerVoice {
  return { id: name, name, model: 'm', language: 'de', gender };
}

function listNames(voices: readonly ServerVoice[], names: readonly Voice[]) {
  const assigned = assignVoices(voices);
  return names.map(name => assigned.get(name)?.voice.name);
}

test('unknown voices are assigned in order, a different one for each free name', () => {
  const voices = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(name => voice(name, undefined));
  expect(new Set(listNames(voices, standardVoices)).size).toBe(5);
  const premium = new Set(listNames(voices, premiumVoices));
  expect(premium).toEqual(new Set(['six', 'seven']));
});

test('names get voices of their gender', () => {
  const voices = [
    voice('one', 'female'),
    voice('another', 'female'),
    voice('man', 'male'),
    voice('other', 'male'),
  ];
  const [fable, , onyx, nova, shimmer] = listNames(voices, standardVoices);
  expect([nova, shimmer]).toEqual(['one', 'another']);
  expect([fable, onyx].sort()).toEqual(['man', 'other']);
});

test('a single voice serves all names at seven speeds, its own first', () => {
  const assigned = assignVoices([voice('only', 'male')]);
  expect(assigned.size).toBe(46);
  const speeds = [...assigned.values()].map(({ speed }) => speed);
  expect(speeds[0]).toBe(1);
  expect(new Set(speeds).size).toBe(7);
});
