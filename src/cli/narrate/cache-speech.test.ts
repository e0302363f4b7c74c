import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { cacheSpeech, openSoundStore } from './cache-speech.ts';

const never = new AbortController().signal;
const plenty = 10_000_000;
let folder: TemporaryFolder;
let calls: string[];
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  calls = [];
});
afterEach(() => folder[Symbol.asyncDispose]());

/** An engine that speaks each text as distinct samples, and counts calls. */
function makeEngine(identity = 'one', speakSound = speakSamples): SpeechEngine {
  return {
    provider: { name: 'a stand-in', isOffline: true },
    model: undefined,
    identity,
    hasPremiumVoices: false,
    maxCharacters: 4096,
    getLanguageSupport: () => ({ kind: 'spoken' }),
    getSpeaker: voice => voice,
    async speak({ text }) {
      calls.push(text);
      return speakSound(text);
    },
  };
}

function speakSamples(text: string): SpokenSound {
  const samples = Float32Array.from(text, letter => (letter.codePointAt(0) ?? 0) / 1000);
  const cues = [{ text, startSeconds: 0, endSeconds: text.length / 16_000 }];
  return { format: 'pcm', sampleRateHz: 16_000, samples: give(samples), cues };
}

async function* give<Piece>(...pieces: Piece[]) {
  yield* pieces;
}

interface Asked {
  readonly engine?: SpeechEngine;
  readonly voice?: Voice;
  readonly language?: LanguageName;
  readonly maxBytes?: number;
}

/** Speaks a text as a separate run does. */
async function speak(text: string, { engine = makeEngine(), ...asked }: Asked = {}) {
  const { voice = 'nova', language = 'English', maxBytes = plenty } = asked;
  const kept = cacheSpeech(engine, await openSoundStore(folder.path, maxBytes), { spoken: 0, kept: 0 });
  const sound = await kept.speak({ text, voice, language: getLanguage(language), signal: never });
  const { samples } = await collectSound(readPlain(sound, never));
  return { samples, cues: sound.cues };
}

async function listSounds(): Promise<string[]> {
  return (await readdir(folder.path)).filter(name => name.endsWith('.sound'));
}

test('a line is spoken only once and sounds identical afterwards', async () => {
  const first = await speak('The fox looks up.');
  const again = await speak('The fox looks up.');
  expect(calls).toEqual(['The fox looks up.']);
  expect(again).toEqual(first);
  expect(again.cues).toHaveLength(1);
});

test.each<[string, string, Asked]>([
  ['another text', 'It sleeps.', {}],
  ['another voice', 'The fox looks up.', { voice: 'onyx' }],
  ['another language', 'The fox looks up.', { language: 'Welsh' }],
  ['another engine', 'The fox looks up.', { engine: makeEngine('two') }],
])('%s is cached separately', async (_, text, asked) => {
  await speak('The fox looks up.');
  await speak(text, asked);
  expect(calls).toHaveLength(2);
  expect(await listSounds()).toHaveLength(2);
});

test('a damaged or truncated file is spoken again and replaced', async () => {
  await speak('The fox looks up.');
  const [name = ''] = await listSounds();
  const whole = await readFile(join(folder.path, name));
  await writeFile(join(folder.path, name), whole.subarray(0, whole.length - 1));
  await speak('The fox looks up.');
  expect(calls).toHaveLength(2);
  expect(await readFile(join(folder.path, name))).toEqual(whole);
});

test('an interrupted sound is not cached', async () => {
  const breaking = makeEngine('one', text => {
    const sound = speakSamples(text);
    if (sound.format !== 'pcm') return sound;
    const { samples } = sound;
    return {
      ...sound,
      samples: (async function* () {
        yield* samples;
        throw new Error('The connection broke.');
      })(),
    };
  });
  await expect(speak('The fox looks up.', { engine: breaking })).rejects.toThrow('broke');
  expect(await readdir(folder.path)).toEqual([]);
});

test('an mp3 without sound is not cached', async () => {
  const silent = makeEngine('one', () => ({ format: 'mp3', bytes: give(new Uint8Array(5000)) }));
  await expect(speak('The fox looks up.', { engine: silent })).rejects.toMatchObject({
    code: 'provider_garbage',
  });
  expect(await listSounds()).toEqual([]);
});

test('above its limit the cache deletes the least recently used sounds and only its own files', async () => {
  await folder.write('holiday.sound', 'not ours');
  for (const text of ['One.', 'Two.', 'Three.']) await speak(text);
  const names = await listSounds();
  expect(names).toHaveLength(4);
  const long = new Date(Date.now() - 1_000_000);
  for (const name of names) await utimes(join(folder.path, name), long, long);
  await speak('One.');
  const sizes = await Promise.all(
    names
      .filter(name => name !== 'holiday.sound')
      .map(async name => (await stat(join(folder.path, name))).size),
  );
  await speak('Four.', { maxBytes: Math.max(...sizes) * 2.5 });
  calls = [];
  await speak('One.');
  expect(calls).toEqual([]);
  await speak('Two.');
  expect(calls).toEqual(['Two.']);
  expect(await readFile(join(folder.path, 'holiday.sound'), 'utf8')).toBe('not ours');
});

test('files that a killed run left incomplete are deleted an hour later', async () => {
  const left = `${'a'.repeat(64)}.sound.${'b'.repeat(8)}-0000-0000-0000-${'b'.repeat(12)}.part`;
  const path = await folder.write(left, 'half');
  await speak('One.');
  expect(await readdir(folder.path)).toContain(left);
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path, before, before);
  await speak('One.');
  expect(await readdir(folder.path)).not.toContain(left);
});

test('two runs at once share complete sounds', async () => {
  const texts = Array.from({ length: 20 }, (_, at) => `Line ${at % 5}.`);
  const all = await Promise.all(texts.map(text => speak(text)));
  for (const [at, { samples }] of all.entries())
    expect(samples).toEqual((await speak(texts[at] ?? '')).samples);
  expect(await listSounds()).toHaveLength(5);
});
