import { truncate } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InstalledModel } from '#engines/local/models/installed-models.ts';
import {
  createLocalTranscription,
  type LocalTranscriptionOptions,
} from '#engines/local/transcription/create-local-transcription.ts';
import type { TranscriptionEngine, TranscriptionRequest } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { killIfRunning, waitUntil } from '../support/child-processes.ts';
import {
  installTinyParakeet,
  installTinyWhisper,
  type LocalRecogniser,
  listHearingProcesses,
} from '../support/local-voice.ts';
import { makeToneMp3 } from '../support/make-mp3.ts';
import { catchError } from '../support/provider-faults.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;
/** Some seconds for each sound. */
const slow: LocalRecogniser = { work: 1000 };
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  return () => folder[Symbol.asyncDispose]();
});
afterEach(async () => {
  for (const pid of listHearingProcesses()) killIfRunning(pid);
  await waitUntil(() => listHearingProcesses().length === 0);
});

async function start(
  recogniser: LocalRecogniser = {},
  changes: Partial<LocalTranscriptionOptions> = {},
): Promise<TranscriptionEngine & { readonly installed: InstalledModel }> {
  const installed = await installTinyWhisper(folder.path, recogniser);
  return { ...createLocalTranscription({ installed: [installed], ...changes }), installed };
}

async function hear(
  engine: TranscriptionEngine,
  {
    seconds = 4,
    hz = 440,
    ...changes
  }: Partial<TranscriptionRequest> & { seconds?: number; hz?: number } = {},
) {
  const mp3 = new Uint8Array(await makeToneMp3({ hz, seconds }));
  return await engine.transcribe({ mp3, durationSeconds: seconds, signal: never, ...changes });
}

describe('a recogniser that was fetched', () => {
  test('writes down what is said, with times, and tells the language', async () => {
    const { segments, language } = await hear(await start());
    expect(language).toBe('German');
    expect(segments).toMatchObject([
      { text: 'Three bottles.', startSeconds: 0, endSeconds: 1.5, language: 'German' },
      { text: 'A hand.', startSeconds: 2, endSeconds: 3.5 },
    ]);
  });

  test('is told the language that is known', async () => {
    const { language } = await hear(await start(), { language: getLanguage('English') });
    expect(language).toBe('English');
  });

  test('hears a long sound part by part, and its times go on', async () => {
    const { segments } = await hear(await start(), { seconds: 60 });
    expect(segments.map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => ['Three bottles.', 'A hand.']).flat(),
    );
    const starts = segments.map(({ startSeconds }) => startSeconds);
    expect(starts.toSorted((one, other) => one - other)).toEqual(starts);
    expect(starts[2]).toBeGreaterThan(15);
    expect(segments.at(-1)?.endSeconds).toBeLessThanOrEqual(60);
  });

  test('tells the times of words if its model does', async () => {
    const engine = createLocalTranscription({ installed: [await installTinyParakeet(folder.path)] });
    const { segments, language } = await hear(engine, { seconds: 2, language: getLanguage('English') });
    expect(language).toBeUndefined();
    expect(segments.map(({ text }) => text)).toEqual(['Three bottles.', 'A hand']);
    const words = segments.flatMap(segment => segment.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(['Three', 'bottles.', 'A', 'hand']);
    expect(words.map(({ startSeconds }) => startSeconds)).toEqual([0, 0.4, 0.96, 1.04]);
    expect(words[0]?.endSeconds).toBeCloseTo(0.4);
    expect(words[1]?.endSeconds).toBeCloseTo(0.96);
  });

  test('says nothing about silence', async () => {
    expect((await hear(await start(), { hz: 0 })).segments).toEqual([]);
  });

  test('says nothing about what is no sound', async () => {
    const mp3 = new Uint8Array(5000).fill(7);
    expect((await hear(await start(), { mp3 })).segments).toEqual([]);
  });

  test('is ready, and says so without loading its model', async () => {
    expect(await (await start()).checkReadiness?.(never)).toMatchObject({
      kind: 'ready',
      model: 'Tiny tiny',
    });
  });

  test('refuses a language that it does not know', async () => {
    const error = await catchError(hear(await start(), { language: getLanguage('Japanese') }));
    expect(error.message).toBe(t(engineMessages.languageNotHeard, { language: 'Japanese' }));
    expect(error.costsNothing).toBe(true);
  });

  test('gives way to a model of fewer languages where it knows the language', async () => {
    const many = await installTinyWhisper(folder.path, { name: 'many', languages: ['English', 'German'] });
    const one = await installTinyWhisper(folder.path, { name: 'one', languages: ['English'] });
    await truncate(one.files.decoder ?? '', 100);
    const engine = createLocalTranscription({ installed: [many, one] });
    expect((await hear(engine)).segments).toHaveLength(2);
    expect((await hear(engine, { language: getLanguage('German') })).segments).toHaveLength(2);
    const error = await catchError(hear(engine, { language: getLanguage('English') }));
    expect(error.message).toBe(t(engineMessages.localModelNotLoaded, { model: 'Tiny one' }));
  });

  test('hears two sounds one after the other', async () => {
    const engine = await start();
    const both = await Promise.all([hear(engine), hear(engine, { language: getLanguage('English') })]);
    expect(both.map(({ language }) => language)).toEqual(['German', 'English']);
    expect(listHearingProcesses()).toHaveLength(1);
  });
});

describe('the process of the recogniser', () => {
  test('is gone after a rest, and comes back', async () => {
    const engine = await start({}, { restMs: 10 });
    await hear(engine);
    await waitUntil(() => listHearingProcesses().length === 0);
    expect((await hear(engine)).segments).toHaveLength(2);
  });

  test('is gone as soon as its listener cancels, and the next sound is heard', async () => {
    const engine = await start(slow);
    const leaving = new AbortController();
    const cancelled = catchError(hear(engine, { signal: leaving.signal }));
    await waitUntil(() => listHearingProcesses().length === 1);
    const next = hear(engine);
    leaving.abort();
    expect((await cancelled).code).toBe('client_closed');
    expect((await next).segments).toHaveLength(2);
  });

  test('costs one sound a clear error when it dies', async () => {
    const engine = await start(slow);
    const failed = catchError(hear(engine));
    await waitUntil(() => listHearingProcesses().length === 1);
    for (const pid of listHearingProcesses()) process.kill(pid, 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
    expect((await hear(engine)).segments).toHaveLength(2);
  });

  test('is ended with the server', async () => {
    const engine = await start();
    await hear(engine);
    await engine.close?.();
    await waitUntil(() => listHearingProcesses().length === 0);
  });
});

describe('a model that cannot be used', () => {
  test.each(['encoder', 'decoder'])('because its %s was cut costs a sound a clear error', async role => {
    const engine = await start();
    await truncate(engine.installed.files[role] ?? '', 3);
    const error = await catchError(hear(engine));
    expect(error.message).toBe(t(engineMessages.localModelNotLoaded, { model: 'Tiny tiny' }));
  });

  test('is not loaded when it needs more memory than there is', async () => {
    const engine = await start({ memoryMb: 800 }, { readFreeMegabytes: () => 500 });
    const error = await catchError(hear(engine));
    expect(error.message).toBe(
      t(engineMessages.localModelTooLarge, { model: 'Tiny tiny', needed: '0.8 GB', free: '0.5 GB' }),
    );
    expect(listHearingProcesses()).toEqual([]);
  });
});
