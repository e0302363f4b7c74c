import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { boundary, formType, makeRawForm, type RawPart } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, sendRaw } from '../support/raw-request.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const mebibyte = 1024 ** 2;
const secret = 'my mother’s birthday';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAX_VIDEO_BYTES: String(mebibyte), MAX_VIDEO_SECONDS: '600' },
  });
  cookie = await signUpForCookie(server.url);
});
afterAll(() => server[Symbol.asyncDispose]());

afterEach(async () => {
  // Whatever was sent: nothing stays on disk, nothing that people wrote is in the log, and the next request works.
  await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
  expect(server.logged.join('\n')).not.toContain('mother');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

const prompt: RawPart = { name: 'prompt', content: `${secret}. Output in this language: English` };
const wish: RawPart = { name: 'prompt', content: secret };
const video: RawPart = { name: 'video', filename: 'holiday.mp4', content: 'not really a video' };
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);

function postForm(
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string | number> = {},
): Promise<RawAnswer> {
  const head = makeHead(path, {
    cookie,
    'content-type': formType,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  return sendRaw(server.port, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

function postJson(path: string, body: unknown): Promise<RawAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return postForm(path, text, { 'content-type': 'application/json' });
}

function expectProblem(answer: RawAnswer, status: number, sentence?: RegExp): void {
  const { error } = problemSchema.parse(JSON.parse(answer.body));
  expect({ status: answer.status, message: error.message }).toEqual({
    status,
    message: expect.stringMatching(sentence ?? /\.$/u),
  });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/u);
  expect(answer.body).not.toMatch(/node_modules|\/src\/|at \w+ \(|select |insert /iu);
}

describe('a form that is broken', () => {
  test.each<[string, number, () => Promise<RawAnswer>]>([
    ['JSON instead of a form', 415, () => postJson('/create_script', { prompt: secret })],
    [
      'no boundary',
      400,
      () =>
        postForm('/create_script', makeRawForm([prompt, video]), { 'content-type': 'multipart/form-data' }),
    ],
    [
      'another boundary',
      400,
      () =>
        postForm('/create_script', makeRawForm([prompt, video]), {
          'content-type': 'multipart/form-data; boundary=other',
        }),
    ],
    [
      'a boundary of 5,000 characters',
      400,
      () =>
        postForm('/create_script', makeRawForm([prompt]), {
          'content-type': `multipart/form-data; boundary=${'b'.repeat(5000)}`,
        }),
    ],
    ['no closing boundary', 400, () => postForm('/create_script', makeRawForm([prompt, video], ''))],
    [
      'a part cut short',
      400,
      () => postForm('/create_script', makeRawForm([prompt, video]).subarray(0, 200)),
    ],
    [
      'a part cut short in its headers',
      400,
      () => postForm('/create_script', makeRawForm([prompt, video]).subarray(0, 60)),
    ],
    ['an empty body', 400, () => postForm('/create_script', '')],
    [
      'length and chunks together',
      400,
      () =>
        sendRaw(
          server.port,
          `${makeHead('/create_script', { cookie, 'content-type': formType, 'content-length': 10, 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
        ),
    ],
    [
      'a packed body',
      415,
      () =>
        postForm('/create_script', gzipSync(makeRawForm([prompt, video])), { 'content-encoding': 'gzip' }),
    ],
    [
      '10,000 fields',
      400,
      () =>
        postForm(
          '/create_script',
          makeRawForm(Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, content: 'x' }))),
        ),
    ],
    [
      '100 times the same field',
      400,
      () => postForm('/create_script', makeRawForm(Array.from({ length: 100 }, () => prompt))),
    ],
    [
      'a part without a name',
      400,
      () => postForm('/create_script', makeRawForm([prompt, { content: 'x' }, video])),
    ],
    [
      'a field named __proto__',
      400,
      () => postForm('/create_script', makeRawForm([{ name: '__proto__', content: 'x' }, prompt, video])),
    ],
    [
      'a file named __proto__',
      400,
      () =>
        postForm(
          '/create_script',
          makeRawForm([{ name: '__proto__', filename: 'x', content: 'x' }, prompt, video]),
        ),
    ],
    [
      'a field named toString',
      400,
      () => postForm('/create_script', makeRawForm([{ name: 'toString', content: 'x' }, prompt, video])),
    ],
  ])('%s is answered with %i', async (_title, status, send) => {
    expectProblem(await send(), status);
  });
});

describe('POST /create_script', () => {
  const post = (...parts: RawPart[]) => postForm('/create_script', makeRawForm(parts));

  test.each<[string, number, RegExp, RawPart[]]>([
    ['no video', 400, /choose a video/u, [prompt]],
    ['no prompt', 400, /describe the narration/u, [video]],
    [
      'a blank wish',
      400,
      /describe the narration/u,
      [{ name: 'prompt', content: ' . Output in this language: English' }, video],
    ],
    ['no language', 400, /must end with/u, [wish, video]],
    [
      'an unknown language',
      400,
      /57 languages/u,
      [{ name: 'prompt', content: 'x. Output in this language: Klingon' }, video],
    ],
    [
      'a prompt of 5,000 characters',
      400,
      /at most 4000/u,
      [{ name: 'prompt', content: `${'x'.repeat(5000)}. Output in this language: English` }, video],
    ],
    [
      'a prompt of 2 MB',
      413,
      /longer than we take/u,
      [{ name: 'prompt', content: 'x'.repeat(2 * mebibyte - 1000) }],
    ],
    ['the prompt twice', 400, /"prompt" was given twice/u, [prompt, prompt, video]],
    ['the video twice', 400, /"video" was given twice/u, [prompt, video, video]],
    ['an unknown field', 400, /does not know/u, [prompt, { name: 'plan', content: 'premium' }, video]],
    [
      'an unknown file',
      400,
      /does not know/u,
      [prompt, { name: 'movie', filename: 'a.mp4', content: 'x' }, video],
    ],
    ['the video as text', 400, /"video" must be a file/u, [prompt, { name: 'video', content: 'x' }]],
    ['the prompt as a file', 400, /"prompt" must be text/u, [{ ...prompt, filename: 'prompt.txt' }, video]],
    [
      'the prompt as JSON',
      400,
      /plain text/u,
      [{ name: 'prompt', content: '{"a":1}', headers: ['Content-Type: application/json'] }, video],
    ],
    ['a video of no bytes', 422, /\.$/u, [prompt, { ...video, content: '' }]],
    ['something that is no video', 422, /\.$/u, [prompt, video]],
    [
      'a video a byte over the limit',
      413,
      /larger than the 1 MB that we take/u,
      [prompt, { ...video, content: 'x'.repeat(mebibyte + 1) }],
    ],
  ])('%s is answered with %i', async (_title, status, sentence, parts) => {
    expectProblem(await post(...parts), status, sentence);
  });

  test.each([
    ['a path', '../../etc/passwd'],
    ['a line break', 'a%0D%0Ab'],
    ['another direction', 'a\u202e4pm.exe'],
    ['a pattern', '%03d.png'],
    ['a protocol of FFmpeg', 'concat:a|b'],
    ['nothing', ''],
    ['300,000 characters', 'n'.repeat(300_000)],
  ])('a file name with %s never becomes a name on disk', async (_title, filename) => {
    expectProblem(await post(prompt, { ...video, filename }), 422);
  });

  test('a length over the limit is refused before the body is sent', async () => {
    const head = makeHead('/create_script', { cookie, 'content-type': formType, 'content-length': 50e9 });
    expectProblem(await sendRaw(server.port, head), 413, /larger than the 1 MB that we take/u);
  });

  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const fiveMebibytes = Array.from({ length: 5 }, () => chunk(Buffer.alloc(mebibyte)));
  const makeChunkedHead = () =>
    Buffer.from(
      makeHead('/create_script', { cookie, 'content-type': formType, 'transfer-encoding': 'chunked' }),
    );

  test('chunks without an end are refused at the limit', async () => {
    const start = makeRawForm([prompt, video], '').subarray(0, -2);
    expectProblem(
      await sendRaw(server.port, Buffer.concat([makeChunkedHead(), chunk(start), ...fiveMebibytes])),
      413,
      /1 MB/u,
    );
  });

  test('bytes before the first boundary count too', async () => {
    expectProblem(
      await sendRaw(server.port, Buffer.concat([makeChunkedHead(), ...fiveMebibytes])),
      413,
      /1 MB/u,
    );
  });

  test('a part with 100 headers is understood or refused, never half taken', async () => {
    const headers = Array.from({ length: 100 }, (_, index) => `X-H${index}: y`);
    const answer = await post(prompt, { ...video, headers });
    expect([400, 422]).toContain(answer.status);
  });
});

describe('POST /api/free/analysis', () => {
  const post = (...parts: RawPart[]) => postForm('/api/free/analysis', makeRawForm(parts));
  const frame: RawPart = { name: 'frames', filename: 'frame.jpg', content: jpeg };
  const second: RawPart = { name: 'seconds', content: '1' };
  const length: RawPart = { name: 'durationSeconds', content: '10' };

  test.each<[string, number, RegExp, RawPart[]]>([
    ['neither frames nor a video', 400, /choose a video/u, [wish, length]],
    ['frames and a video', 400, /either frames or a video/u, [wish, length, second, frame, video]],
    [
      'eleven frames',
      400,
      /"frames" was given more than 10 times/u,
      [wish, length, ...Array.from({ length: 11 }, () => frame)],
    ],
    ['a frame without its time', 400, /needs its time/u, [wish, length, frame]],
    [
      'a frame before the start',
      400,
      /before the start/u,
      [wish, length, { ...second, content: '-1' }, frame],
    ],
    ['a time that is no number', 400, /\.$/u, [wish, length, { ...second, content: 'soon' }, frame]],
    ['no length', 400, /length of the video/u, [wish, second, frame]],
    ['a length of zero', 400, /above zero/u, [wish, { ...length, content: '0' }, second, frame]],
    [
      'a length that is no number',
      400,
      /number of seconds/u,
      [wish, { ...length, content: 'Infinity' }, second, frame],
    ],
    [
      'a video that is too long',
      422,
      /longer than we take/u,
      [wish, { ...length, content: '601' }, second, frame],
    ],
    ['a frame that is no JPEG', 400, /not a JPEG/u, [wish, length, second, { ...frame, content: '<svg/>' }]],
    ['a frame that only begins like a JPEG', 400, /not a JPEG/u, [wish, length, second, frame]],
    ['a frame of no bytes', 400, /not a JPEG/u, [wish, length, second, { ...frame, content: '' }]],
    [
      'a frame of 13 MB',
      413,
      /larger than/u,
      [wish, length, second, { ...frame, content: Buffer.alloc(13 * mebibyte) }],
    ],
    ['a video that is none', 422, /\.$/u, [wish, video]],
    ['no wish', 400, /describe the narration/u, [length, second, frame]],
  ])('%s is answered with %i', async (_title, status, sentence, parts) => {
    expectProblem(await post(...parts), status, sentence);
  });
});

describe('POST /api/free/script', () => {
  const good = { analysis: 'A rabbit.', prompt: secret, language: 'English', durationSeconds: 10 };

  test.each<[string, number, RegExp, unknown]>([
    ['no body', 400, /\.$/u, ''],
    ['half a body', 400, /\.$/u, '{"prompt": "my mother'],
    ['an array', 400, /\.$/u, [good]],
    ['null', 400, /\.$/u, 'null'],
    ['no analysis', 400, /analysis/u, { ...good, analysis: undefined }],
    ['an array for a text', 400, /describe/u, { ...good, prompt: [secret] }],
    ['an unknown language', 400, /57 languages/u, { ...good, language: 'Klingon' }],
    ['a length below zero', 400, /above zero/u, { ...good, durationSeconds: -1 }],
    ['an analysis of 30,000 characters', 400, /too long/u, { ...good, analysis: 'x'.repeat(30_000) }],
    ['a body of 2 MB', 413, /\.$/u, { ...good, analysis: 'x'.repeat(2 * mebibyte) }],
    ['a million levels', 413, /\.$/u, `${'['.repeat(1e6)}${']'.repeat(1e6)}`],
    ['half a million levels', 400, /\.$/u, `${'['.repeat(5e5)}${']'.repeat(5e5)}`],
    ['a foreign prototype', 400, /\.$/u, '{"__proto__": {"isAdmin": true}}'],
  ])('%s is answered with %i', async (_title, status, sentence, body) => {
    expectProblem(await postJson('/api/free/script', body), status, sentence);
  });

  test('a form is not taken', async () => {
    expectProblem(await postForm('/api/free/script', makeRawForm([wish])), 400);
  });

  test('text without a type is not taken', async () => {
    expectProblem(await postForm('/api/free/script', 'hello', { 'content-type': 'text/plain' }), 415);
  });
});

describe('speech', () => {
  const good = { script: 'Hello.', voice: 'nova', language: 'English' };

  test.each<[string, number, RegExp, Record<string, unknown>]>([
    ['an empty script', 400, /write a script/u, { ...good, script: '' }],
    ['a blank script', 400, /write a script/u, { ...good, script: ' \n\t' }],
    ['no script', 400, /write a script/u, { ...good, script: undefined }],
    [
      'a script of 200,000 characters',
      413,
      /100,000 characters/u,
      { ...good, script: 'Hello. '.repeat(30_000) },
    ],
    ['a script of 1 MB', 413, /\.$/u, { ...good, script: 'x'.repeat(1_100_000) }],
    ['an unknown voice', 400, /one of the voices/u, { ...good, voice: 'nobody' }],
    ['a voice that is a path', 400, /one of the voices/u, { ...good, voice: '../x' }],
    ['a voice with a line break', 400, /one of the voices/u, { ...good, voice: 'nova\r\nX: y' }],
    ['no voice', 400, /one of the voices/u, { ...good, voice: undefined }],
    ['an unknown language', 400, /57 languages/u, { ...good, language: 'Klingon' }],
  ])('%s is answered with %i, as JSON and as a form', async (_title, status, sentence, body) => {
    expectProblem(await postJson('/api/free/speech', body), status, sentence);
    const parts = Object.entries(body).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, content: String(value) }],
    );
    expectProblem(await postForm('/convert_to_voice', makeRawForm(parts)), status, sentence);
  });

  test('a file in the form is refused', async () => {
    const parts = [
      { name: 'script', filename: 'script.txt', content: 'Hello.' },
      { name: 'voice', content: 'nova' },
    ];
    expectProblem(await postForm('/convert_to_voice', makeRawForm(parts)), 400, /"script" must be text/u);
  });
});

describe('POST /api/feedback', () => {
  test.each<[string, unknown]>([
    ['no message', { rating: 5 }],
    ['a blank message', { message: '  ' }],
    ['six stars', { message: secret, rating: 6 }],
    ['half a star', { message: secret, rating: 0.5 }],
    ['an address that is none', { message: secret, email: 'a@x, b@y' }],
    ['5,001 characters', { message: 'x'.repeat(5001) }],
  ])('%s is answered with 400', async (_title, body) => {
    expectProblem(await postJson('/api/feedback', body), 400);
  });
});

describe('addresses, methods and origins', () => {
  test.each([
    '/.env',
    '/.git/config',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/index.js.map',
    '/package.json',
    '/api/nothing',
    '/create_script/x',
    '/api/voices/Rudolph/sample.mp3',
    '/api/voices/..%2f..%2fx/sample.mp3',
  ])('there is nothing at %s', async path => {
    const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expectProblem(answer, 404);
  });

  test.each(['/%zz', '/%c0%ae%c0%ae/'])('%s is no address', async path => {
    expectProblem(await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`), 400);
  });

  test.each([
    ['GET', '/create_script', 'POST'],
    ['PUT', '/api/free/speech', 'POST'],
    ['DELETE', '/api/config', 'GET, HEAD'],
    ['POST', '/api/voices/nova/sample.mp3', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ])('%s %s is answered with 405', async (method, path, allow) => {
    const answer = await sendRaw(
      server.port,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`,
    );
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'http://localhost.evil.example'])(
    'a page of %s cannot make this server do anything',
    async origin => {
      const body = makeRawForm([prompt, video]);
      expectProblem(await postForm('/create_script', body, { origin }), 403, /another website/u);
      expectProblem(
        await postForm('/api/feedback', '{}', { origin, 'content-type': 'application/json' }),
        403,
      );
    },
  );

  test('a browser that says a request comes from elsewhere is believed', async () => {
    expectProblem(
      await postForm('/create_script', makeRawForm([prompt]), { 'sec-fetch-site': 'cross-site' }),
      403,
    );
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])('the page of this machine, seen as %s, may', async host => {
    const origin = `http://${host}:${server.port}`;
    expectProblem(await postForm('/api/feedback', '{}', { origin, 'content-type': 'application/json' }), 400);
  });

  test.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['headers of 100 KB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/feedback HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
      400,
    ],
    ['a length below zero', 'POST /api/feedback HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('%s instead of a request is answered in the same form', async (_title, bytes, status) => {
    const answer = await sendRaw(server.port, bytes);
    expect(answer.status).toBe(status);
  });

  test(`the boundary ${boundary} itself is nothing special`, async () => {
    expectProblem(
      await postForm('/create_script', makeRawForm([prompt, { ...video, content: boundary }])),
      422,
    );
  });
});
