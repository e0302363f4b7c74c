import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examine } from '../../src/cli/doctor/examine-engines.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { makeToneMp3 } from '../support/make-mp3.ts';
import { startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import {
  type Behaviour,
  type OpenAiStandIn,
  type ProviderCall,
  startOpenAiStandIn,
} from '../support/openai-stand-in.ts';
import { jsonBody } from '../support/openai-transcriptions.ts';
import { listPictures } from '../support/picture-colours.ts';
import { testKey } from '../support/provider-calls.ts';

/** A script that follows the prompt. */
const welsh = 'Mae barcud coch yn hedfan yn dawel uwchben y bryn gwyrdd, ac mae’r gwynt yn ei gario.';
const command = fileURLToPath(new URL('../../src/cli/doctor.ts', import.meta.url));
let openAi: OpenAiStandIn;

beforeAll(async () => {
  openAi = await startOpenAiStandIn();
});
beforeEach(() => {
  openAi.reset();
  openAi.setTexts({ script: welsh });
  openAi.always('transcription', answerWithText('A red kite circles above the green hill.'));
});
afterAll(() => openAi.close());

function answerWithText(text: string): Behaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...jsonBody, text }));
  };
}

async function runDoctor(environment: Record<string, string>) {
  const lines: string[] = [];
  const isWell = await examine({
    environment: { LOCAL_AI_PORTS: 'none', ...environment },
    print: line => lines.push(line),
    signal: new AbortController().signal,
  });
  return { isWell, said: lines.join('\n') };
}

/** The text behind a label, on one line. */
function behind(said: string, label: string): string {
  const lines = said.split('\n');
  const at = lines.findIndex(line => line.startsWith(label));
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('   '));
  return lines
    .slice(at, end < 0 ? undefined : end)
    .map(line => line.slice(18).trim())
    .join(' ');
}

async function answerSound(response: ServerResponse, tone: { hz: number; seconds: number }) {
  const body = await makeToneMp3(tone);
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  response.end(body);
}

describe('with a provider that does everything', () => {
  test('every step passes, with its engine, result and time', async () => {
    const { isWell, said } = await runDoctor({ OPENAI_BASE_URL: openAi.baseUrl });
    expect(said).toMatch(/\n\nEverything works\.$/u);
    expect(isWell).toBe(true);
    for (const work of ['looking', 'writing', 'speaking', 'premium speaking', 'transcribing'])
      expect(behind(said, `${work} `)).toContain('our own AI server');
    expect(said).toContain('It named the colour of a red image.');
    expect(said).toContain('It wrote a sentence in Welsh.');
    expect(said).toContain('fable spoke a sentence: 4.5 s of sound.');
    expect(said).toContain('Rachel spoke a sentence: 4.5 s of sound.');
    expect(said).toContain('It understood a spoken sentence.');
    expect(said.match(/\(\d+\.\d s(?:, [^)]+)?\)/gu)).toHaveLength(5);
  });

  test('the lines fit a terminal of 80 columns', async () => {
    const { said } = await runDoctor({ OPENAI_BASE_URL: openAi.baseUrl });
    expect(Math.max(...said.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  });

  test('it tests an image, a sentence in Welsh, a spoken sentence for each plan and a heard one', async () => {
    await runDoctor({ OPENAI_BASE_URL: openAi.baseUrl });
    const paid = openAi.requests.filter(({ method }) => method === 'POST');
    expect(paid.map(({ call }) => call)).toEqual(['vision', 'script', 'speech', 'speech', 'transcription']);
    const chats = paid.slice(0, 2);
    expect(chats.map(({ body }) => listPictures(body).length)).toEqual([1, 0]);
  });
});

describe('the doctor finds out', () => {
  test.each<[string, ProviderCall, Behaviour, RegExp]>([
    [
      'vision that sees nothing',
      'vision',
      answerWithReply({ content: 'A lawn, and a dog.' }),
      /failed[\s\S]*“A\s+lawn,\s+and\s+a\s+dog\.”[\s\S]*Failed: looking\.$/u,
    ],
    [
      'a script engine that always writes English',
      'script',
      answerWithReply({ content: 'A red kite is flying over the hill and over the water.' }),
      /It wrote English instead of Welsh\.[\s\S]*Failed: writing\.$/u,
    ],
    [
      'a recogniser that hears something else',
      'transcription',
      answerWithText('Thanks for watching!'),
      /“Thanks\s+for\s+watching!”[\s\S]*Failed: transcribing\.$/u,
    ],
    [
      'silent speech',
      'speech',
      ({ response }) => answerSound(response, { hz: 0, seconds: 4 }),
      /fable: \d\.\d s of sound, but silent\.[\s\S]*Failed: speaking, premium speaking\.$/u,
    ],
    [
      'speech that stops after a second',
      'speech',
      ({ response }) => answerSound(response, { hz: 200, seconds: 1 }),
      /too short for the\s+sentence[\s\S]*Failed: speaking, premium speaking\.$/u,
    ],
    [
      'endless speech',
      'speech',
      ({ response }) => answerSound(response, { hz: 200, seconds: 60 }),
      /more than 15 s of sound for one sentence/u,
    ],
    [
      'a refused key',
      'script',
      refusals.invalidKey,
      /This key does not work at our own AI server\.[\s\S]*401[\s\S]*Failed: writing\.$/u,
    ],
  ])('%s', async (_, call, behaviour, expected) => {
    openAi.always(call, behaviour);
    const { isWell, said } = await runDoctor({ OPENAI_BASE_URL: openAi.baseUrl, OPENAI_API_KEY: testKey });
    expect(said).toMatch(expected);
    expect(said).not.toContain(testKey);
    expect(isWell).toBe(false);
  });
});

test('an unreachable server is named, and keeps its steps', async () => {
  const { isWell, said } = await runDoctor({ OPENAI_BASE_URL: `${unusedAddress}/v1` });
  expect(isWell).toBe(false);
  for (const work of ['looking', 'writing']) expect(behind(said, `${work} `)).toContain('our own AI server');
  expect(said).toMatch(/failed +Nothing answers[\s\S]*Failed: looking, writing/u);
});

test('a key for the wrong provider is named, and no other engine takes its steps', async () => {
  const { isWell, said } = await runDoctor({ GEMINI_API_KEY: testKey });
  expect(said.replaceAll(/\s+/gu, ' ')).toContain('GEMINI_API_KEY looks like a key for OpenAI.');
  expect(said).toMatch(/Failed: looking, writing, speaking, premium speaking, transcribing\.$/u);
  expect(said).not.toContain(testKey);
  expect(isWell).toBe(false);
});

test('a configured provider without a step is a failure', async () => {
  const ollama = await startOllamaStandIn();
  const { isWell, said } = await runDoctor({ OPENAI_SPEECH_BASE_URL: `${ollama.origin}/v1` });
  await ollama.close();
  expect(behind(said, 'openai ')).toContain('Set up, but not used.');
  expect(said).toMatch(/Failed: openai\.$/u);
  expect(isWell).toBe(false);
});

test('offline steps are not tested, and are no failure', async () => {
  const settings = {
    OPENAI_BASE_URL: openAi.baseUrl,
    VISION_PROVIDER: 'offline',
    SPEECH_PROVIDER: 'offline',
  };
  const { isWell, said } = await runDoctor(settings);
  expect(behind(said, 'looking ')).toBe('the offline engine: part of Benshi.');
  expect(behind(said, 'speaking ')).toBe('the offline engine.');
  expect(openAi.requests.map(({ call }) => call)).toEqual(['script', 'speech', 'transcription']);
  expect(isWell).toBe(true);
});

test('missing parts of the offline engine are reported, also with a provider', async () => {
  const lacking = { OFFLINE_TEXT_LANGUAGES: 'eng,vie' };
  const offline = await runDoctor({
    ...lacking,
    OPENAI_BASE_URL: openAi.baseUrl,
    VISION_PROVIDER: 'offline',
  });
  expect(behind(offline.said, '  note ')).toContain('npm install @tesseract.js-data/vie');
  const { said } = await runDoctor(lacking);
  expect(said.replaceAll(/\s+/gu, ' ')).toMatch(
    /Part of it does not work\. .*npm install @tesseract\.js-data\/vie/u,
  );
  expect(said).not.toContain('80 kinds');
});

describe('with nothing set up', () => {
  test('the doctor says what the offline engine does, where it looked, and what to do', async () => {
    const { isWell, said } = await runDoctor({ LOCAL_AI_PORTS: '9' });
    const sentences = said.replaceAll(/\s+/gu, ' ');
    expect(sentences).toContain('It recognises 80 kinds of objects');
    expect(sentences).toContain('(ports 9)');
    expect(sentences).toMatch(/npm run models -- get standard.*connect-an-ai\.md/u);
    expect(isWell).toBe(true);
  });

  test('a server on this machine is found, used and tested', async () => {
    const { port } = new URL(openAi.baseUrl);
    const { isWell, said } = await runDoctor({ LOCAL_AI_PORTS: `9, ${port}` });
    expect(said.replaceAll(/\s+/gu, ' ')).toContain(`this machine: port ${port}`);
    expect(said).toMatch(/Everything works\.$/u);
    expect(isWell).toBe(true);
  });
});

describe('npm run doctor', () => {
  const run = (args: string[], environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, [command, ...args], {
      env: { ...childEnvironment, ...environment },
    });

  test('ends with 0 when all is well, without a running server', async () => {
    const { stdout } = await run([], { OPENAI_BASE_URL: openAi.baseUrl });
    expect(stdout).toMatch(/Everything works\.\n$/u);
  });

  test('ends with 1 when a step fails', { tags: 'long' }, async () => {
    openAi.always('vision', answerWithReply({ content: 'I see nothing.' }));
    await expect(run([], { OPENAI_BASE_URL: openAi.baseUrl })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Failed: looking.'),
    });
  });

  test('ends with 1 and the mistake when a setting is wrong', { tags: 'long' }, async () => {
    await expect(run([], { VISION_PROVIDER: 'openai' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('VISION_PROVIDER is openai, which is not set up'),
    });
  });

  test('prints its help, and refuses unknown arguments', { tags: 'long' }, async () => {
    expect((await run(['--help'], {})).stdout).toContain('npm run doctor');
    await expect(run(['--fast'], {})).rejects.toMatchObject({ code: 2 });
  });

  test('is stopped by Ctrl+C during a test, and disconnects from the provider', {
    tags: 'long',
  }, async () => {
    openAi.always('vision', brokenAnswers.noHeaders);
    const child = spawn(process.execPath, [command], {
      env: { ...childEnvironment, OPENAI_BASE_URL: openAi.baseUrl },
    });
    const exit = once(child, 'exit');
    const { closed } = await openAi.waitForRequest('vision');
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
    expect((await closed).early).toBe(true);
  });
});
