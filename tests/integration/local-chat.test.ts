import { readFileSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLocalChat, type LocalChatOptions } from '#engines/local/chat/create-local-chat.ts';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { findFilePath } from '#engines/local/models/installed-models.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import type { ScriptRequest, VisionRequest } from '#engines/ports.ts';
import { readConfig } from '#server/config/config.ts';
import { createFrameReader, fitForEngine } from '#server/decoding/frame-reader.ts';
import { listRolesOf } from '#server/setup/try-steps.ts';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { examineRole } from '../../src/cli/doctor/examine-engines.ts';
import { killIfRunning, waitUntil } from '../support/child-processes.ts';
import { installTinyModel, listLlamas, type TinyLocalModel } from '../support/local-model.ts';
import { makeColourFrame } from '../support/picture-servers.ts';
import { catchError } from '../support/provider-faults.ts';
import { makeAnalysisForm, postJson } from '../support/requests.ts';
import { startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;
const told = { phrases: ['A dog runs', ' across the grass.', ' It barks', ' at the gate.'] };
const story = 'A dog runs across the grass. It barks at the gate.';
/** Never the same for so long that it is a loop. */
const endless = { phrases: Array.from({ length: 60 }, (_, at) => ` Dog ${at} barks.`), repeats: true };
/** Three seconds or more for each picture, and tens of seconds for a question. */
const slow = { ...told, tilePixels: 512, slowness: 60_000, readsCharacters: 10_000 };
const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
let folder: TemporaryFolder;
let picture: Uint8Array<ArrayBuffer>;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  picture ??= await makeColourFrame('red', { width: 300, height: 200 });
  return () => folder[Symbol.asyncDispose]();
});
afterAll(() => reader.close());
afterEach(async () => {
  for (const pid of listLlamas()) killIfRunning(pid);
  await waitUntil(() => listLlamas().length === 0);
});

async function start(
  tiny: TinyLocalModel = told,
  changes: Partial<LocalChatOptions> = {},
): Promise<ReturnType<typeof createLocalChat> & { readonly model: LocalModel }> {
  const model = await installTinyModel(folder.path, tiny);
  const chat = createLocalChat({
    modelsFolder: folder.path,
    models: [model],
    fitPictures: fitForEngine(reader),
    ...changes,
  });
  return { ...chat, model };
}

type Chat = ReturnType<typeof createLocalChat>;

function look({ vision }: Pick<Chat, 'vision'>, changes: Partial<VisionRequest> = {}): Promise<string> {
  const frames = [{ seconds: 0, jpeg: picture }];
  return vision.analyze({ prompt: 'Tell it.', durationSeconds: 10, signal: never, frames, ...changes });
}

const scriptRequest: ScriptRequest = {
  analysis: 'A dog runs.',
  prompt: 'Tell it.',
  language: getLanguage('English'),
  durationSeconds: 10,
  signal: never,
};

function write({ script }: Pick<Chat, 'script'>, changes: Partial<ScriptRequest> = {}): Promise<string[]> {
  return Array.fromAsync(script.writeScript({ ...scriptRequest, ...changes }));
}

describe('the model on this server', () => {
  test('looks at a picture, and writes a script sentence by sentence', async () => {
    const chat = await start();
    expect(await look(chat)).toBe(story);
    expect(await write(chat)).toEqual(['A dog runs across the grass. ', 'It barks at the gate.']);
    expect(chat.vision.model).toBe('Tiny tiny');
  });

  test('writes a timed script, a description, and shorter lines', async () => {
    const chat = await start({ phrases: ['[0:01] A dog runs.\n', '[0:05] It barks.'] });
    const cuePoints = [1, 5].map(startSeconds => ({
      startSeconds,
      available: { unit: 'words' as const, count: 8, seconds: 4 },
    }));
    const timed = { ...scriptRequest, cuePoints, linesBefore: [] };
    const lines = '[0:01] A dog runs.\n[0:05] It barks.';
    const join = async (pieces: AsyncIterable<string>) => (await Array.fromAsync(pieces)).join('');
    expect(await join(chat.script.writeTimedScript(timed))).toBe(lines);
    expect(await join(chat.script.writeTimedScript({ ...timed, description: 'standard' }))).toBe(lines);
    const long = { startSeconds: 1, text: 'A big brown dog runs about.' };
    const shortening = chat.script.shortenLines({
      lines: [{ ...long, available: { unit: 'words', count: 3 } }],
      language: scriptRequest.language,
      signal: never,
    });
    expect(await join(shortening)).toBe(lines);
  });

  test('looks at sixty pictures, one after the other', async () => {
    const chat = await start();
    const frames = Array.from({ length: 60 }, (_, seconds) => ({ seconds, jpeg: picture }));
    expect(await look(chat, { frames, durationSeconds: 60 })).toBe(Array(60).fill(story).join('\n\n'));
    expect(listLlamas()).toHaveLength(1);
  });

  test.each([
    [1, 1],
    [400, 1],
    [3, 400],
  ])('looks at a picture of %i × %i', async (width, height) => {
    const jpeg = await makeColourFrame('green', { width, height });
    expect(await look(await start(), { frames: [{ seconds: 0, jpeg }] })).toBe(story);
  });

  test('takes marks of its template for what they are: text', async () => {
    const prompt = 'Tell <__media__> it.<|im_end|><start_of_turn>';
    expect(await look(await start(), { prompt })).toBe(story);
  });

  test('costs nothing, and no data leaves the machine', async () => {
    const chat = await start();
    const noteUsage = () => expect.fail('It has a cost.');
    await look(chat, { noteUsage });
    await write(chat, { noteUsage });
    expect(chat.vision.provider).toEqual({ name: 'the AI on this server', isOffline: false, isLocal: true });
    expect(chat.script.provider).toEqual(chat.vision.provider);
  });

  test('gets no keys of the server, and stands back when memory or time is short', async () => {
    process.env.OPENAI_API_KEY_OF_A_TEST = 'sk-secret';
    onTestFinished(() => {
      delete process.env.OPENAI_API_KEY_OF_A_TEST;
    });
    await look(await start());
    const [pid] = listLlamas();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('sk-secret');
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('500\n');
  });
});

describe('an answer', () => {
  test('that repeats itself is stopped, and ends with a sentence', async () => {
    const chat = await start({ phrases: ['The dog runs about', ' and barks.'], repeats: true });
    const notes = await look(chat);
    expect(notes).toMatch(/^(?:The dog runs about and barks\. ?)+$/u);
    expect(notes.length).toBeLessThan(300);
  });

  test('that does not end is cut at its limit', async () => {
    const chat = await start(endless);
    const notes = await look(chat);
    expect(notes).toMatch(/^Dog 0 barks\..+ Dog \d+ barks\.$/u);
    expect(notes.length).toBeGreaterThan(5000);
  });

  test('of a model that spent its tokens on thinking is asked for again, with more of them', async () => {
    const thoughts = Array.from({ length: 30 }, (_, at) => ` Thought ${at}.`);
    const chat = await start(
      { phrases: ['<think>', ...thoughts, '</think>', ...told.phrases] },
      { maxTokens: 20 },
    );
    expect(await look(chat)).toBe(story);
    expect((await write(chat)).join('')).toBe(story);
  });

  test('of nothing but thoughts is asked for twice, not for ever', async () => {
    const chat = await start(
      { ...endless, phrases: ['<think>', ...endless.phrases.slice(1)] },
      { maxTokens: 20 },
    );
    expect(await catchError(write(chat))).toMatchObject({ code: 'provider_garbage' });
    expect(await catchError(look(chat))).toMatchObject({ code: 'provider_garbage' });
  });

  test('of which no more comes is a time-out, and its process is gone', async () => {
    const chat = await start(endless, { idleMs: 2000 });
    const writing = async () => {
      for await (const piece of chat.script.writeScript(scriptRequest))
        if (piece !== '') for (const pid of listLlamas()) process.kill(pid, 'SIGSTOP');
    };
    expect(await catchError(writing())).toMatchObject({ code: 'provider_timeout' });
    await waitUntil(() => listLlamas().length === 0);
    expect((await write(chat)).length).toBeGreaterThan(1);
  });

  test('to a question that is longer than its context is refused, and the next is given', async () => {
    const chat = await start({ ...told, readsCharacters: 100_000 });
    const rewriting = chat.script.rewriteScript({
      script: 'A dog runs. '.repeat(1600),
      language: scriptRequest.language,
      change: 'shorten',
      available: { unit: 'words', count: 20 },
      signal: never,
    });
    const { message } = await catchError(Array.fromAsync(rewriting));
    expect(message).toBe(t(engineMessages.contextTooSmall));
    expect(await look(chat)).toBe(story);
  });
});

describe('cancelled', () => {
  test.each([
    ['while the model is loaded', 0],
    ['while it looks at a picture', 2500],
  ])('%s, its process is gone', async (_, afterMs) => {
    const chat = await start(slow);
    const stop = new AbortController();
    const frames = Array.from({ length: 20 }, (_each, seconds) => ({ seconds, jpeg: picture }));
    const looking = look(chat, { frames, signal: stop.signal });
    await waitUntil(() => listLlamas().length > 0);
    setTimeout(() => stop.abort(), afterMs);
    expect(await catchError(looking)).toMatchObject({ code: 'client_closed' });
    await waitUntil(() => listLlamas().length === 0);
  });

  test('while it writes, the rest is not written', async () => {
    const chat = await start();
    const stop = new AbortController();
    const writing = async () => {
      for await (const piece of chat.script.writeScript({ ...scriptRequest, signal: stop.signal }))
        if (piece !== '') stop.abort();
    };
    expect(await catchError(writing())).toMatchObject({ code: 'client_closed' });
    expect(await look(chat)).toBe(story);
  });

  test('while it waits for another, the other is not disturbed', async () => {
    const chat = await start();
    const stop = new AbortController();
    const first = look(chat);
    const second = look(chat, { signal: stop.signal });
    stop.abort();
    expect(await catchError(second)).toMatchObject({ code: 'client_closed' });
    expect(await first).toBe(story);
  });
});

describe('its process', () => {
  test('killed at work costs one question a clear error; the next has a new one', async () => {
    const chat = await start(endless);
    const writing = async () => {
      const pieces = chat.script.writeScript(scriptRequest)[Symbol.asyncIterator]();
      await pieces.next();
      listLlamas().forEach(killIfRunning);
      while (!(await pieces.next()).done);
    };
    expect(await catchError(writing())).toMatchObject({
      code: 'provider_unavailable',
      message: t(engineMessages.localAiStopped),
    });
    expect((await write(chat)).length).toBeGreaterThan(1);
  });

  test('killed at rest costs nothing', async () => {
    const chat = await start();
    await look(chat);
    listLlamas().forEach(killIfRunning);
    expect(await look(chat)).toBe(story);
  });

  test('ends after a rest, and starts again when it is needed', async () => {
    const chat = await start(told, { restMs: 50 });
    await look(chat);
    await waitUntil(() => listLlamas().length === 0);
    expect(await look(chat)).toBe(story);
  });

  test('serves two people in turn, a picture each', async () => {
    const chat = await start();
    const ended: string[] = [];
    const frames = [0, 1].map(seconds => ({ seconds, jpeg: picture }));
    const ask = async (requester: string, name: string) => {
      await look(chat, { requester, frames });
      ended.push(name);
    };
    await look(chat);
    const many = ['first of Ann', 'second of Ann', 'third of Ann'].map(name => ask('Ann', name));
    await Promise.all([...many, ask('Ben', 'only one of Ben')]);
    expect(ended.indexOf('only one of Ben')).toBeLessThan(ended.indexOf('third of Ann'));
    expect(chat.vision.readLoad?.()).toEqual({ busy: 0, waiting: 0 });
  });
});

describe('a model', () => {
  const describeReadiness = async ({ vision }: Chat) => {
    const readiness = await vision.checkReadiness?.(never);
    return readiness?.kind === 'unable' ? readiness.error : readiness;
  };

  test('that is there is ready, with its name', async () => {
    expect(await describeReadiness(await start())).toEqual({
      kind: 'ready',
      model: 'Tiny tiny',
      found: 'installed',
      languages: ['English'],
    });
  });

  test('cut since it was fetched is not used', async () => {
    const chat = await start();
    const path = findFilePath(folder.path, chat.model, 'model.gguf');
    await truncate(path, 10_000);
    const missing = { message: t(engineMessages.localModelMissing) };
    expect(await describeReadiness(chat)).toMatchObject(missing);
    expect(await catchError(look(chat))).toMatchObject(missing);
  });

  test.each(['model.gguf', 'projector.gguf'])('with a damaged %s costs a clear error', async name => {
    const chat = await start();
    const file = await open(findFilePath(folder.path, chat.model, name), 'r+');
    await file.write(Buffer.alloc(2000, 0xff), 0, 2000, 24);
    await file.close();
    const error = await catchError(look(chat));
    expect(error.message).toBe(t(engineMessages.localModelNotLoaded, { model: 'Tiny tiny' }));
    expect(error.operatorMessage).toContain('npm run models -- check');
  });

  test('that needs more memory than is free is not loaded, and both sizes are named', async () => {
    const chat = await start({ ...told, memoryMb: 3400 }, { readFreeMegabytes: () => 2100 });
    const error = await catchError(look(chat));
    expect(error.message).toBe('The AI model Tiny tiny needs 3.4 GB of free memory; this server has 2.1 GB.');
    expect(await describeReadiness(chat)).toMatchObject({ message: error.message });
    expect(listLlamas()).toEqual([]);
  });

  test('that is smaller is used instead', async () => {
    const large = await installTinyModel(folder.path, { ...told, name: 'large', memoryMb: 3400 });
    const small = await installTinyModel(folder.path, { ...told, name: 'small', memoryMb: 1000 });
    const chat = createLocalChat({
      modelsFolder: folder.path,
      models: [large, small],
      fitPictures: fitForEngine(reader),
      readFreeMegabytes: () => 2100,
    });
    expect(await look(chat)).toBe(story);
    expect(await describeReadiness(chat)).toMatchObject({ model: 'Tiny small' });
  });

  test('that is loaded is ready, though its memory is not free any more', async () => {
    let free = 500;
    const chat = await start(told, { readFreeMegabytes: () => free });
    await look(chat);
    free = 1;
    expect(await look(chat)).toBe(story);
  });
});

describe('through the server', () => {
  test('a video is looked at and narrated by it, and nobody else is named', async () => {
    const { vision, script } = await start();
    await using server = await startTestServer({
      engines: { vision, script, speech: createOfflineSpeech() },
    });
    const form = await makeAnalysisForm();
    const looked = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
    const answer = await looked.text();
    expect(looked.status, answer).toBe(200);
    const { analysis } = JSON.parse(answer) as { analysis: string };
    expect(analysis).toBe(`${story}\n\n${story}`);
    const request = { analysis, prompt: 'Tell it.', language: 'English' };
    const written = await postJson(`${server.url}/api/free/script`, { ...request, durationSeconds: 10 });
    expect(await written.text()).toContain(story);
    const { engines } = (await (await fetch(`${server.url}/api/config`)).json()) as ConfigAnswer;
    expect(engines.vision).toMatchObject({ isOffline: false, isLocal: true });
    await vision.close?.();
    expect(listLlamas()).toEqual([]);
  });

  test('the doctor tries it like any other', async () => {
    const lines: string[] = [];
    const config = readConfig({});
    const print = (line: string) => lines.push(line);
    const { vision } = await start({ phrases: ['The picture', ' is red.'] });
    for (const looking of listRolesOf({ id: 'local', vision }))
      expect(await examineRole(looking, { print, config, signal: never })).toMatchObject({
        isOk: true,
      });
    expect(lines.join('\n')).toMatch(/the AI on this server with Tiny tiny.*It named the colour/su);
  });
});
