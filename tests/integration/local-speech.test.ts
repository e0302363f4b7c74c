import { truncate, writeFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { InstalledModel } from '#engines/local/models/installed-models.ts';
import {
  createLocalSpeech,
  type LocalSpeechOptions,
  prepareEspeakData,
} from '#engines/local/speech/create-local-speech.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { SpeechRole } from '#server/engine-roles/role.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { killIfRunning, waitUntil } from '../support/child-processes.ts';
import { installTinyVoice, type LocalVoice, listVoiceProcesses } from '../support/local-voice.ts';
import { computePitchHz } from '../support/measure-sound.ts';
import { catchError } from '../support/provider-faults.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { tinyVoiceRateHz } from '../support/tiny-voice.ts';

const never = new AbortController().signal;
const text = 'Three bottles stand on a table. A hand takes one of them.';
/** Some seconds for each sentence. */
const slow: LocalVoice = { work: 1500 };
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  // Once for all: it unpacks 459 files.
  await prepareEspeakData(folder.path);
  return () => folder[Symbol.asyncDispose]();
});
afterEach(async () => {
  for (const pid of listVoiceProcesses()) killIfRunning(pid);
  await waitUntil(() => listVoiceProcesses().length === 0);
});

async function start(
  voice: LocalVoice = {},
  changes: Partial<LocalSpeechOptions> = {},
): Promise<SpeechEngine & { readonly installed: InstalledModel }> {
  const installed = await installTinyVoice(folder.path, voice);
  const speech = createLocalSpeech({ modelsFolder: folder.path, installed: [installed], ...changes });
  return { ...speech, installed };
}

function ask(speech: SpeechEngine, changes: Partial<SpeechRequest> = {}) {
  return speech.speak({ text, voice: 'nova', language: getLanguage('English'), signal: never, ...changes });
}

async function speak(speech: SpeechEngine, changes: Partial<SpeechRequest> = {}) {
  const sound = await ask(speech, changes);
  if (sound.format !== 'pcm') throw new TypeError('These voices give plain samples.');
  const samples = joinArrays(Float32Array, await Array.fromAsync(sound.samples));
  return { samples, cues: sound.cues ?? [], sampleRateHz: sound.sampleRateHz };
}

describe('a voice that was fetched', () => {
  test('speaks sentence by sentence, and tells when each is said', async () => {
    const { samples, cues, sampleRateHz } = await speak(await start());
    expect(sampleRateHz).toBe(tinyVoiceRateHz);
    expect(computePitchHz(samples, sampleRateHz)).toBeCloseTo(220, -1);
    expect(cues.map(cue => cue.text)).toEqual([
      'Three bottles stand on a table.',
      'A hand takes one of them.',
    ]);
    const [first, second] = cues;
    expect(first?.startSeconds).toBe(0);
    expect(second?.startSeconds).toBeCloseTo((first?.endSeconds ?? 0) + 0.2);
    expect(second?.endSeconds).toBeCloseTo(samples.length / sampleRateHz);
  });

  test('shows its own name, and names that share it differ in speed', async () => {
    const speech = await start();
    expect(speech.getSpeaker('nova')).toBe('Tiny tiny');
    const nova = await speak(speech, { voice: 'nova' });
    const onyx = await speak(speech, { voice: 'onyx' });
    expect(nova.samples.length).not.toBe(onyx.samples.length);
  });

  test('is ready, and says so without loading its model', async () => {
    const speech = await start();
    expect(await speech.checkReadiness?.(never)).toMatchObject({ kind: 'ready', model: 'Tiny tiny' });
  });

  test('leaves other languages to the engine without AI', async () => {
    const local = await start();
    const offline = createOfflineSpeech();
    onTestFinished(() => offline.close());
    const role = new SpeechRole([
      { id: 'local', engine: local },
      { id: 'offline', engine: offline },
    ]);
    expect(await role.chooseFor(getLanguage('English'), never)).toBe(local);
    expect(await role.chooseFor(getLanguage('German'), never)).toBe(offline);
  });

  test('gives way to another model for another language', async () => {
    const english = await installTinyVoice(folder.path);
    const german = await installTinyVoice(folder.path, {
      name: 'german',
      languages: ['German'],
      espeakLanguage: 'de',
    });
    const speech = createLocalSpeech({ modelsFolder: folder.path, installed: [english, german] });
    const language = getLanguage('German');
    expect(speech.getSpeaker('nova', language)).toBe('Tiny german');
    await speak(speech);
    expect((await speak(speech, { language, text: 'Drei Flaschen.' })).samples.length).toBeGreaterThan(0);
    expect(listVoiceProcesses()).toHaveLength(1);
  });

  test.each(['', '… !', '\u0000😀'])('refuses a text without words: %j', async wordless => {
    const error = await catchError(ask(await start(), { text: wordless }));
    expect(error.code).toBe('unspeakable_script');
  });

  test('speaks two texts one after the other', async () => {
    const speech = await start();
    const both = [speak(speech), speak(speech, { text: 'Another text.' })];
    await waitUntil(() => speech.readLoad?.().waiting === 1);
    const [one, other] = await Promise.all(both);
    expect(one?.cues).toHaveLength(2);
    expect(other?.cues).toHaveLength(1);
    expect(speech.readLoad?.()).toEqual({ busy: 0, waiting: 0 });
  });
});

describe('the process of the voices', () => {
  test('is gone after a rest, and comes back', async () => {
    const speech = await start({}, { restMs: 10 });
    await speak(speech);
    await waitUntil(() => listVoiceProcesses().length === 0);
    expect((await speak(speech)).samples.length).toBeGreaterThan(0);
  });

  test('is gone as soon as its listener cancels, and others are spoken', async () => {
    const speech = await start(slow);
    const leaving = new AbortController();
    const cancelled = catchError(ask(speech, { signal: leaving.signal }));
    await waitUntil(() => listVoiceProcesses().length === 1);
    leaving.abort();
    expect((await cancelled).code).toBe('client_closed');
    await waitUntil(() => listVoiceProcesses().length === 0);
    const { cues } = await speak(speech, { text: 'Again.' });
    expect(cues).toHaveLength(1);
  });

  test('does not speak on when nobody listens any more', async () => {
    const speech = await start(slow);
    const sound = await ask(speech, { text: 'One. Two. Three. Four.' });
    if (sound.format !== 'pcm') throw new TypeError('These voices give plain samples.');
    for await (const _ of sound.samples) break;
    await waitUntil(() => speech.readLoad?.().busy === 0);
    expect(sound.cues).toHaveLength(1);
  });

  test('costs one text a clear error when it dies', async () => {
    const speech = await start(slow);
    const failed = catchError(ask(speech));
    await waitUntil(() => listVoiceProcesses().length === 1);
    for (const pid of listVoiceProcesses()) process.kill(pid, 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
    expect((await speak(speech, { text: 'Again.' })).cues).toHaveLength(1);
  });

  test('is replaced when it died while it rested', async () => {
    const speech = await start();
    await speak(speech);
    for (const pid of listVoiceProcesses()) process.kill(pid, 'SIGKILL');
    expect((await speak(speech)).cues).toHaveLength(2);
  });

  test('is ended with the server', async () => {
    const speech = await start();
    await speak(speech);
    await speech.close?.();
    await waitUntil(() => listVoiceProcesses().length === 0);
  });
});

describe('a model that cannot be used', () => {
  const notLoaded = t(engineMessages.localModelNotLoaded, { model: 'Tiny tiny' });

  test.each([
    ['was cut', 'model', (path: string) => truncate(path, 100)],
    ['is empty', 'model', (path: string) => truncate(path, 0)],
    ['is a web page', 'model', (path: string) => writeFile(path, '<!doctype html><title>Busy</title>')],
    ['lacks its sounds', 'tokens', (path: string) => writeFile(path, '<!doctype html><title>Busy</title>')],
  ])('and %s costs a text a clear error, and not the server', async (_, role, damage) => {
    const speech = await start();
    await damage(speech.installed.files[role] ?? '');
    const error = await catchError(ask(speech));
    expect(error).toMatchObject({ code: 'provider_unavailable', message: notLoaded });
    expect(speech.readLoad?.()).toEqual({ busy: 0, waiting: 0 });
  });

  test('is not loaded when it needs more memory than there is', async () => {
    const speech = await start({ memoryMb: 800 }, { readFreeMegabytes: () => 500 });
    const error = await catchError(ask(speech));
    expect(error.message).toBe(
      t(engineMessages.localModelTooLarge, { model: 'Tiny tiny', needed: '0.8 GB', free: '0.5 GB' }),
    );
    expect(listVoiceProcesses()).toEqual([]);
  });
});
