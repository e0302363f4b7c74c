import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { expectProblem } from '../support/bad-requests.ts';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { type RawAnswer, readAnswer } from '../support/raw-request.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const mebibyte = 1024 ** 2;
/** More than the buffers of both ends of a connection hold. */
const largeBody = Buffer.alloc(16 * mebibyte, 'x');

let server: InnerServer;
let cookie: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({
    environment: { MAX_VIDEO_BYTES: String(mebibyte) },
    uploadLimits: { drainMs: 3000 },
  });
  cookie = await signUpForCookie(server.url);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server[Symbol.asyncDispose]());

function open(): Socket {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  return socket;
}

type Headers = Readonly<Record<string, string | number>>;

function makeHead(line: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line}\r\n${lines.join('')}\r\n`;
}

/** Sends the whole request before reading, as simple clients do. */
async function sendAllThenRead(head: string, body: Uint8Array): Promise<RawAnswer> {
  const socket = open();
  socket.pause();
  socket.write(head);
  const error = await new Promise(resolve => socket.write(body, resolve));
  expect(error ?? undefined).toBeUndefined();
  return await readAnswer(socket);
}

const form = { 'content-type': formType, 'content-length': largeBody.length };
const json = { 'content-type': 'application/json', 'content-length': largeBody.length };

const closings: [string, string, Headers][] = [
  ['keeps its connection', 'HTTP/1.1', { host: 'localhost' }],
  ['says Connection: close', 'HTTP/1.1', { host: 'localhost', connection: 'close' }],
  ['speaks HTTP/1.0', 'HTTP/1.0', {}],
];

const refusals: [string, number, string, () => Headers][] = [
  ['a file that is too large', 413, '/create_script', () => ({ ...form, cookie })],
  ['a file of a stranger', 401, '/create_script', () => form],
  ['JSON that is too large', 413, '/api/feedback', () => json],
  ['a type that is not taken', 415, '/api/feedback', () => ({ ...json, 'content-type': 'text/csv' })],
  ['another website', 403, '/api/feedback', () => ({ ...json, origin: 'https://evil.example' })],
  ['an unknown address', 404, '/api/nothing', () => json],
  ['an invalid URL', 400, '/%zz', () => json],
  ['a wrong method', 405, '/api/config', () => json],
];

describe.each(closings)('a client that %s', (_title, version, ownHeaders) => {
  test.each(refusals)(
    'reads why %s is refused (%i), although it sends everything first',
    async (_what, status, path, makeHeaders) => {
      const head = makeHead(`POST ${path} ${version}`, { ...ownHeaders, ...makeHeaders() });
      expectProblem(await sendAllThenRead(head, largeBody), status);
    },
  );

  test('reads why endless chunks are refused', async () => {
    if (version === 'HTTP/1.0') return;
    const headers = { 'content-type': formType, cookie, 'transfer-encoding': 'chunked' };
    const start = makeRawForm([{ name: 'video', filename: 'a.mp4', content: largeBody }], '');
    const chunk = Buffer.concat([
      Buffer.from(`${start.length.toString(16)}\r\n`),
      start,
      Buffer.from('\r\n'),
    ]);
    const head = makeHead(`POST /create_script ${version}`, { ...ownHeaders, ...headers });
    expectProblem(await sendAllThenRead(head, chunk), 413, requestErrors.fileTooLarge);
  });
});

describe('a refused body', () => {
  test('is answered before it is sent, and its connection is closed when it does not end', async () => {
    const socket = open();
    const closed = waitForClose(socket);
    const headers = { ...form, 'content-length': 50e9, cookie, host: 'localhost', connection: 'close' };
    socket.write(makeHead('POST /create_script HTTP/1.1', headers));
    expectProblem(await readWithoutClosing(socket), 413, requestErrors.fileTooLarge);
    // None of the body is ever sent.
    await closed;
  });

  test('that goes far beyond the limit is cut off', async () => {
    const socket = open();
    socket.write(makeHead('POST /create_script HTTP/1.0', { ...form, 'content-length': 50e9, cookie }));
    const sendOn = () => {
      while (socket.writable && socket.write(largeBody));
    };
    socket.on('drain', sendOn);
    socket.resume();
    sendOn();
    await waitForClose(socket);
    expect(socket.bytesWritten).toBeLessThan(1000 * mebibyte);
  });

  test('endless headers are answered, too', async () => {
    const socket = open();
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
    await new Promise(resolve => socket.write(`x: ${'y'.repeat(8 * mebibyte)}`, resolve));
    expectProblem(await readAnswer(socket), 431);
  });
});

describe('a client that sends Expect: 100-continue', () => {
  const expecting = { host: 'localhost', expect: '100-continue' };

  test.each(refusals)(
    'is told why %s is refused (%i), without sending it',
    async (_what, status, path, makeHeaders) => {
      const socket = open();
      socket.write(makeHead(`POST ${path} HTTP/1.1`, { ...expecting, ...makeHeaders() }));
      const text = await readText(socket);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
      expect(text).toMatch(/"message":"[^"]+\."/u);
    },
  );

  test('is told to come later while the maximum of uploads is running', async () => {
    await using busy = await startTestServer({ uploadLimits: { perAddress: 0 } });
    const socket = connect(busy.port, '127.0.0.1');
    sockets.push(socket);
    const headers = { ...expecting, ...form, cookie: await signUpForCookie(busy.url) };
    socket.write(makeHead('POST /create_script HTTP/1.1', headers));
    expect(await readText(socket)).toMatch(/^HTTP\/1.1 429 /u);
  });

  test.each([
    ['JSON', '/api/feedback', 'application/json', Buffer.from('{"message": "Thank you."}'), 201],
    ['a form', '/api/free/analysis', formType, makeRawForm([{ name: 'prompt', content: 'Tell it' }]), 400],
  ])('is told to continue with %s that may be accepted', async (_title, path, type, body, status) => {
    const socket = open();
    const headers = { ...expecting, 'content-type': type, 'content-length': body.length };
    socket.write(makeHead(`POST ${path} HTTP/1.1`, headers));
    const [first] = await once(socket, 'data');
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect((await readAnswer(socket)).status).toBe(status);
  });
});

describe('errors that Node would answer by itself', () => {
  test('an unknown expectation is refused in our format', async () => {
    const socket = open();
    socket.write(makeHead('POST /api/feedback HTTP/1.1', { ...json, host: 'localhost', expect: 'tea' }));
    expectProblem(await readAnswer(socket), 417);
  });

  test('a request without a host is refused in our format', async () => {
    const socket = open();
    socket.write('GET /api/config HTTP/1.1\r\n\r\n');
    expectProblem(await readAnswer(socket), 400, requestErrors.noHost);
  });

  test('HTTP/1.0 needs no host', async () => {
    const socket = open();
    socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    expect((await readAnswer(socket)).status).toBe(200);
  });
});

/** Closed in any way. */
function waitForClose(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.once('close', () => resolve()));
}

describe('JSON that is nested', () => {
  const refusals = [
    ['64 levels', `{"prompt":"${'['.repeat(1000)}","x":${'['.repeat(63)}${']'.repeat(63)}}`],
    ['65 levels', '['.repeat(65) + ']'.repeat(65)],
    ['a million levels', '['.repeat(1_000_000)],
  ] as const;

  test.each(refusals)('%s deep is refused for its depth only above 64', async (levels, json) => {
    const head = makeHead('POST /api/free/script HTTP/1.1', {
      host: `localhost:${server.port}`,
      'content-type': 'application/json',
      'content-length': json.length,
    });
    const answer = await sendAllThenRead(head, Buffer.from(json));
    expectProblem(answer, 400, levels === '64 levels' ? /\.$/u : requestErrors.deepJson);
    expect(answer.body.includes(requestErrors.deepJson.key)).toBe(levels !== '64 levels');
  });
});

/** Text until the other side ends or stays silent. */
async function readText(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  await expect.poll(() => text).toMatch(/\r\n\r\n.*\}$/su);
  return text;
}

async function readWithoutClosing(socket: Socket): Promise<RawAnswer> {
  const text = await readText(socket);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = lines
    .map(line => line.split(': ', 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return { status: Number(head.split(' ')[1]), headers: Object.fromEntries(headers), body };
}
