// @module-tag long
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, readAnswer } from '../support/raw-request.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const kibibyte = 1024;
const mebibyte = 1024 ** 2;
/** Later than the end of any test. */
const farAwayMs = 3_600_000;

let server: InnerServer;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function useServer(options: Parameters<typeof startTestServer>[0]): void {
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server[Symbol.asyncDispose]());
}

/** Announces a body of a mebibyte and sends the first bytes of it. */
function begin(
  path: string,
  start: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  length = mebibyte,
): Socket {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(makeHead(path, { 'content-length': length, ...headers }));
  socket.write(start);
  return socket;
}

function readProblem({ status, body }: RawAnswer): { status: number; code: string } {
  const { error, code = error?.code } = JSON.parse(body);
  return { status, code: String(code).toLowerCase() };
}

const tooSlow = { status: 408, code: 'upload_too_slow' };
const webhook = { STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` };
const formStart = makeRawForm([{ name: 'script', content: 'Hello' }], '').subarray(0, -2);

/** Every way in which a body is read in this product. */
const bodies: [string, string, string | Uint8Array, string][] = [
  ['JSON', '/api/feedback', '{"message": "', 'application/json'],
  ['JSON by capital letters', '/api/feedback', '{"message": "', 'Application/JSON'],
  ['JSON with parameters', '/api/feedback', '{"message": "', 'APPLICATION/JSON ; charset=utf-8; x="y"'],
  ['an event of Stripe', '/api/stripe/webhook', '{"id": "', 'Application/Json'],
  ['a sign-in', '/api/auth/sign-in/email', '{"email": "', 'Application/Json; charset=UTF-8'],
  ['a field of a form', '/api/v1.0/email/send-form', formStart, formType.replace('multipart', 'MULTIPART')],
  ['a form of frames', '/api/free/analysis', formStart, formType],
];

describe('a body that stalls', () => {
  // The other limit is far away, so that only stalling counts.
  useServer({ environment: webhook, uploadLimits: { stallMs: 150, slowAfterMs: farAwayMs } });

  test.each(bodies)('%s is given up when no more bytes arrive', async (_title, path, start, type) => {
    const answer = await readAnswer(begin(path, start, { 'content-type': type }));
    if (path.endsWith('send-form'))
      expect(answer).toMatchObject({ status: 408, body: t(errorMessages.upload_too_slow) });
    else expect(readProblem(answer)).toEqual(tooSlow);
  });

  test.each([
    ['application/x-www-form-urlencoded'],
    ['application/vnd.api+json'],
    ['text/plain'],
    ['nothing at all'],
    ['application/json, application/json'],
  ])('a body that is not read anyway (%s) is refused without waiting for it', async type => {
    const answer = await readAnswer(begin('/api/feedback', 'message=', { 'content-type': type }));
    expect(readProblem(answer)).toEqual({ status: 415, code: 'unsupported_media_type' });
  });
});

describe('a body that drips', () => {
  useServer({
    environment: webhook,
    uploadLimits: { slowAfterMs: 150, minBytesPerSecond: 100 * mebibyte, stallMs: farAwayMs },
  });

  test.each(bodies)('%s is given up', async (_title, path, start, type) => {
    const socket = begin(path, start, { 'content-type': type });
    const drip = setInterval(() => socket.write('x'), 20);
    const answer = await readAnswer(socket).finally(() => clearInterval(drip));
    expect(answer.status).toBe(408);
  });
});

describe('unfinished bodies in memory', () => {
  afterEach(() => server[Symbol.asyncDispose]());
  const restart = async (options: Parameters<typeof startTestServer>[0]) => {
    server = await startTestServer(options);
  };
  const json = { 'content-type': 'Application/JSON' };
  const start = `{"message": "${'x'.repeat(90 * kibibyte)}`;

  /** Starts this many, and waits until the surplus ones are refused. */
  async function beginMany(count: number, claim: (index: number) => Record<string, string>, refused: number) {
    const answers: RawAnswer[] = [];
    for (let index = 0; index < count; index += 1) {
      const socket = begin('/api/feedback', start, { ...json, ...claim(index) });
      readAnswer(socket).then(
        answer => answers.push(answer),
        () => {},
      );
    }
    await expect.poll(() => answers.length).toBe(refused);
    return answers;
  }

  test('are limited for one address: the surplus is refused, others are served', async () => {
    await restart({
      environment: { TRUST_PROXY: '127.0.0.1' },
      uploadLimits: { heldBytesPerAddress: mebibyte },
    });
    const answers = await beginMany(20, () => ({ 'x-forwarded-for': '192.0.2.1' }), 9);
    for (const answer of answers) {
      expect(readProblem(answer)).toEqual({ status: 429, code: 'rate_limited' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await expectServed('192.0.2.2', 201);
    // Freed bodies no longer count.
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await send('192.0.2.1', 500_000)).status).toBe(400);
  });

  test('are limited in total', async () => {
    await restart({
      environment: { TRUST_PROXY: '127.0.0.1' },
      uploadLimits: { heldBytes: mebibyte },
    });
    const answers = await beginMany(20, index => ({ 'x-forwarded-for': `192.0.2.${index}` }), 9);
    for (const answer of answers) {
      expect(readProblem(answer)).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await send('192.0.2.1', 500_000)).status).toBe(400);
    await expectServed('192.0.2.2', 201);
  });

  test('count form fields, but not files on disk', async () => {
    await restart({ uploadLimits: { heldBytesPerAddress: mebibyte } });
    const file = { name: 'video', filename: 'a.mp4', content: Buffer.alloc(5 * mebibyte) };
    const onDisk = makeRawForm([file], '');
    begin('/api/free/analysis', onDisk, { 'content-type': formType }, 2 * onDisk.length);
    // Data not yet on disk counts, and would leave no space for either field.
    await expect.poll(readSizesOnDisk).toEqual([5 * mebibyte]);
    const field = makeRawForm([{ name: 'prompt', content: 'x'.repeat(900 * kibibyte) }], '');
    const beginField = () =>
      readAnswer(begin('/api/free/analysis', field, { 'content-type': formType }, 2 * mebibyte));
    // One of them fits; they arrive in parallel.
    const answer = await Promise.race([beginField(), beginField()]);
    expect(readProblem(answer)).toEqual({ status: 429, code: 'rate_limited' });
    expect(server.listTemporaryFiles()).toHaveLength(1);
  });

  function readSizesOnDisk(): number[] {
    const folder = join(server.dataDir, 'tmp');
    return server.listTemporaryFiles().map(name => statSync(join(folder, name)).size);
  }

  function send(address: string, characters: number): Promise<Response> {
    return fetch(`${server.url}/api/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ message: 'x'.repeat(characters) }),
    });
  }

  async function expectServed(address: string, status: number): Promise<void> {
    expect((await send(address, 10)).status).toBe(status);
  }
});
