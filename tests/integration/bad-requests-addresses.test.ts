import { describe, expect, test } from 'vitest';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { createBadClient, expectProblem, prompt, video } from '../support/bad-requests.ts';
import { boundary, makeRawForm } from '../support/raw-form.ts';
import { sendRaw } from '../support/raw-request.ts';

const client = createBadClient();

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
  ])('%s does not exist', async path => {
    const answer = await sendRaw(client.port, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expectProblem(answer, 404);
  });

  test.each(['/%zz', '/%c0%ae%c0%ae/'])('%s is no valid address', async path => {
    expectProblem(await sendRaw(client.port, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`), 400);
  });

  test.each([
    ['GET', '/create_script', 'POST'],
    ['PUT', '/api/free/speech', 'POST'],
    ['DELETE', '/api/config', 'GET, HEAD'],
    ['POST', '/api/voices/nova/sample.mp3', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ])('%s %s is answered with 405', async (method, path, allow) => {
    const answer = await sendRaw(
      client.port,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`,
    );
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'http://localhost.evil.example'])(
    'a page of %s cannot use this server',
    async origin => {
      const body = makeRawForm([prompt, video]);
      expectProblem(
        await client.postForm('/create_script', body, { origin }),
        403,
        requestErrors.otherWebsite,
      );
      expectProblem(
        await client.postForm('/api/feedback', '{}', { origin, 'content-type': 'application/json' }),
        403,
      );
    },
  );

  test('a request that its browser marks as cross-site is refused', async () => {
    expectProblem(
      await client.postForm('/create_script', makeRawForm([prompt]), { 'sec-fetch-site': 'cross-site' }),
      403,
    );
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])(
    'the page of this machine, opened as %s, may',
    async host => {
      const origin = `http://${host}:${client.port}`;
      expectProblem(
        await client.postForm('/api/feedback', '{}', { origin, 'content-type': 'application/json' }),
        400,
      );
    },
  );

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
    ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\n\r\n', 400],
    ['one host twice', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n', 400],
  ])('%s instead of a request gets the usual error format', async (_title, bytes, status) => {
    const answer = await sendRaw(client.port, bytes);
    expect(answer.status).toBe(status);
  });

  test(`the boundary ${boundary} itself is valid`, async () => {
    expectProblem(
      await client.postForm('/create_script', makeRawForm([prompt, { ...video, content: boundary }])),
      422,
    );
  });
});
