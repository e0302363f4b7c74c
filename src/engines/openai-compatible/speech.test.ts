import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { premiumVoices, standardVoices } from '#shared/voices.ts';
import { makeToneMp3 } from '../../../tests/support/make-mp3.ts';
import { getModelLanguageSupport } from './choose-model.ts';
import { composeStyle, createMp3Clock } from './speech.ts';
import { getEndpointSpeaker as getSpeaker } from './speech-voices.ts';

const men = ['ash', 'echo'];
const women = ['coral', 'sage'];
const premium = voiceCatalogue.filter(({ plan }) => plan === 'premium');

describe('premium voices', () => {
  test.each(premium)('use an OpenAI voice of the right gender: $name', ({ name, tags }) => {
    expect(tags.includes('female') ? women : men).toContain(getSpeaker(name));
  });

  test('use exactly those of OpenAI’s voices that no free name uses', () => {
    const speakers = premiumVoices.map(getSpeaker);
    expect([...new Set(speakers)].sort()).toEqual([...men, ...women].sort());
    for (const voice of standardVoices) expect(speakers).not.toContain(getSpeaker(voice));
  });

  test('differ in speed from the previous name with the same voice', () => {
    for (const speaker of [...men, ...women]) {
      const speeds = premiumVoices
        .filter(voice => getSpeaker(voice) === speaker)
        .map(voice => composeStyle('tts-1', { voice }).speed ?? 1);
      for (const [index, speed] of speeds.entries()) {
        expect(speed).not.toBe(speeds[index + 1]);
        expect(Math.abs(speed - 1)).toBeLessThan(0.13);
      }
    }
  });

  test('use instructions if the model supports them, and no options for an unknown model', () => {
    expect(composeStyle('gpt-4o-mini-tts', { voice: 'Nicole' })).toEqual({
      instructions:
        'Narrate the text word for word. Your voice: american, young, female, whisper, audiobook.',
    });
    expect(composeStyle('gpt-4o-mini-tts', { voice: { id: 'ash' }, manner: 'sad' })).toEqual({
      instructions: 'Tone of voice: sad.',
    });
    expect(composeStyle('tts-1', { voice: 'nova', manner: 'sad' })).toEqual({});
    expect(composeStyle('tts-9', { voice: 'Nicole' })).toEqual({});
  });
});

test.each(standardVoices)('the free voice %s sends only the specified fields', voice => {
  for (const model of ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'])
    expect(composeStyle(model, { voice })).toEqual({});
  expect(getSpeaker(voice)).toBe(voice);
});

test('known models support all our languages except those named here', () => {
  const unlisted = languages.filter(language => getModelLanguageSupport('tts-1', language).kind !== 'spoken');
  expect(unlisted.map(language => language.name)).toEqual([]);
});

test('a model is recognised by name behind any gateway', () => {
  const english = getLanguage('English');
  for (const model of ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'openai/tts-1'])
    expect(getModelLanguageSupport(model, english)).toEqual({ kind: 'spoken' });
  for (const model of ['kokoro', 'tts-1-mini', 'tts-1/kokoro', ''])
    expect(getModelLanguageSupport(model, english)).toEqual({ kind: 'unknown' });
});

const id3 = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\u0000'), Buffer.alloc(128, 0xff)]);

test.each([
  ['in one piece', 1_000_000],
  ['byte by byte', 1],
  ['in pieces with odd bounds', 313],
])('the duration of an mp3 is measured %s', async (_, pieceBytes) => {
  const bytes = await makeToneMp3({ hz: 300, seconds: 3 }, { hasInfoFrame: false });
  const measure = createMp3Clock();
  let seconds = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes)
    seconds += measure(bytes.subarray(at, at + pieceBytes));
  expect(seconds).toBeGreaterThan(2.9);
  expect(seconds).toBeLessThan(3.2);
});

test('the durations of several mp3s in a row, with tags between them, are added', async () => {
  const bytes = await makeToneMp3({ hz: 300, seconds: 1 }, { hasInfoFrame: false });
  const measure = createMp3Clock();
  const seconds = [id3, bytes, id3, bytes].reduce((sum, piece) => sum + measure(piece), 0);
  expect(seconds).toBeGreaterThan(1.9);
  expect(seconds).toBeLessThan(2.4);
});

test('data that is not sound has no duration', () => {
  expect(createMp3Clock()(Buffer.from('<!doctype html>'.repeat(1000)))).toBe(0);
});
