import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerWithProgress, closeStalledAnswers } from '#server/http/answer-with-stream.ts';
import type { App } from '#server/http/app-types.ts';
import { trackWork } from '#server/http/running-work.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { startAnswer } from '../support/broken-answers.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeHead } from '../support/raw-request.ts';
import { postJson } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { waitForStableMemory } from '../support/stable-memory.ts';
import { startServerProcess, startTestServer, type TestServer } from '../support/start-server.ts';

const megabyte = 2 ** 20;
const longSoundBytes = 40 * megabyte;
/** What the kernel may buffer on both sides of a local connection; Node does not see it. */
const kernelBytes = 12 * megabyte;
const stallMs = 1000;

let provider: OpenAiStandIn;
const open: Socket[] = [];

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  provider.always('speech', speakLong);
});
afterAll(() => provider.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
  provider.reset();
  provider.always('speech', speakLong);
});

/** A long sound, as fast as it is read. */
const speakLong: Behaviour = async exchange => {
  startAnswer(exchange);
  // Fails when the server closes the connection, which is expected.
  await pipeline(Readable.from(repeat(exchange.normal.body)), exchange.response).catch(() => undefined);
};

let providedBytes = 0;

function* repeat(body: Buffer): Generator<Buffer> {
  for (let sent = 0; sent < longSoundBytes; sent += body.length) {
    providedBytes += body.length;
    yield body;
  }
}

/** Waits until the provider gets no more requests for a while. */
async function waitUntilPaused(): Promise<void> {
  for (let before = -1, looks = 0; looks < 4; looks = before === providedBytes ? looks + 1 : 0) {
    before = providedBytes;
    await wait(300);
  }
}

const speechBody = JSON.stringify({ script: 'A dog runs.', voice: 'nova', language: 'English' });

function askWithoutReading(port: number, request: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(request);
  open.push(socket);
  return socket;
}

function askForSpeech(port: number, headers: Record<string, string> = {}): Socket {
  const head = makeHead('/api/free/speech', {
    'content-type': 'application/json',
    'content-length': speechBody.length,
    ...headers,
  });
  return askWithoutReading(port, head + speechBody);
}

/** @returns how many bytes arrive from now on, until the connection ends */
async function readOn(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', piece => {
    bytes += piece.length;
  });
  const ended = new Promise(resolve => socket.once('close', resolve));
  socket.resume();
  await ended;
  return bytes;
}

describe('a client that reads no sound', () => {
  let server: TestServer;

  beforeAll(async () => {
    const engines = createTestEngines(provider.baseUrl);
    server = await startTestServer({ engines, listenerLimits: { stallMs } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('is disconnected, and so is the paused connection to the provider', async () => {
    const asked = provider.waitForRequest('speech');
    const socket = askForSpeech(server.port);
    const request = await asked;
    const closed = await request.closed;
    expect(closed.early).toBe(true);
    expect(closed.sentBytes).toBeLessThan(kernelBytes);
    expect(await readOn(socket)).toBeLessThan(kernelBytes);
  });

  test('is disconnected even when it keeps sending', async () => {
    const asked = provider.waitForRequest('speech');
    const socket = askForSpeech(server.port);
    const drip = setInterval(() => socket.write('G'), stallMs / 5);
    const request = await asked;
    expect(await request.closed).toMatchObject({ early: true });
    clearInterval(drip);
  });

  test('does not delay a client that reads, however long the sound is', async () => {
    askForSpeech(server.port);
    const answer = await postJson(`${server.url}/api/free/speech`, JSON.parse(speechBody));
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(longSoundBytes);
  });
});

test('a client that reads no progress is disconnected, and the work ends', async () => {
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>();
  trackWork(app);
  closeStalledAnswers(app, { stallMs });
  const delta = 'A word and another. '.repeat(100);
  const ended = Promise.withResolvers<void>();
  let madeBytes = 0;
  async function* makeLines() {
    try {
      for (; madeBytes < longSoundBytes; madeBytes += delta.length) yield { delta };
    } finally {
      ended.resolve();
    }
  }
  app.get('/', (request, reply) => answerWithProgress(request, reply, makeLines()));
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const request = `GET / HTTP/1.1\r\nhost: localhost\r\naccept: ${progressMediaType}\r\n\r\n`;
    askWithoutReading(Number(new URL(url).port), request);
    await ended.promise;
    expect(madeBytes).toBeLessThan(kernelBytes);
  } finally {
    app.server.closeAllConnections();
    await app.close();
  }
});

describe('the fifth concurrent script', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      engines: createTestEngines(provider.baseUrl),
      listenerLimits: { speechesAtOnce: 4 },
      environment: { TRUST_PROXY: '127.0.0.1' },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function expectRefusal(answer: Response): Promise<void> {
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const { error } = problemSchema.parse(await answer.json());
    expect(error).toMatchObject({ key: limitErrors.speechesAtOnce.key, values: { count: 4 } });
  }

  test('is refused to an address without counting; another address is served, and this one after a slot is free', async () => {
    const own = { 'x-forwarded-for': '192.0.2.1' };
    const [first] = Array.from({ length: 4 }, () => askForSpeech(server.port, own));
    await expect.poll(() => provider.requests.length).toBe(4);
    const speak = (headers: Record<string, string>) =>
      postJson(`${server.url}/api/free/speech`, JSON.parse(speechBody), { headers });
    const refused = await speak(own);
    expect(refused.headers.get('x-ratelimit-remaining')).toBeNull();
    await expectRefusal(refused);
    const other = await speak({ 'x-forwarded-for': '192.0.2.2' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    first?.destroy();
    await expect.poll(async () => (await speak(own)).status).toBe(200);
  });

  test('is refused to an account', async () => {
    const cookie = await signUpForCookie(server.url);
    const leaving = new AbortController();
    const speak = () => {
      const body = new FormData();
      for (const [name, value] of Object.entries(JSON.parse(speechBody))) body.set(name, String(value));
      const { signal } = leaving;
      return fetch(`${server.url}/convert_to_voice`, { method: 'POST', body, headers: { cookie }, signal });
    };
    const running = await Promise.all(Array.from({ length: 4 }, speak));
    expect(running.map(answer => answer.status)).toEqual([200, 200, 200, 200]);
    await expectRefusal(await speak());
    leaving.abort();
  });
});

test('twelve clients that read nothing leave the memory unchanged, and others are served', {
  tags: 'long',
}, async () => {
  await using server = await startServerProcess({
    OPENAI_BASE_URL: provider.baseUrl,
    TRUST_PROXY: '127.0.0.1',
  });
  const readMegabytes = () => {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
  };
  // Loads speech and database before measuring.
  const heard = await postJson(`${server.url}/api/free/speech`, JSON.parse(speechBody));
  expect((await heard.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(longSoundBytes);
  await waitForStableMemory(readMegabytes);
  const before = readMegabytes();
  const askedBefore = provider.requests.length;
  providedBytes = 0;
  for (let count = 0; count < 12; count += 1)
    askForSpeech(server.port, { 'x-forwarded-for': `192.0.2.${count + 1}` });
  await expect.poll(() => provider.requests.length - askedBefore).toBe(12);
  await waitUntilPaused();
  expect(readMegabytes() - before).toBeLessThan(150);
  expect(providedBytes).toBeLessThan(12 * kernelBytes);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
