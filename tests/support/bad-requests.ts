import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import type { Message } from '#shared/messages/message.ts';
import { formType, type RawPart } from './raw-form.ts';
import { makeHead, type RawAnswer, sendRaw } from './raw-request.ts';
import { signUpForCookie } from './sign-up.ts';
import { startTestServer, type TestServer } from './start-server.ts';

export const mebibyte = 1024 ** 2;

/** A user's text, which must not be logged. */
export const secret = 'my mother’s birthday';

export const prompt: RawPart = { name: 'prompt', content: `${secret}. Output in this language: English` };
export const sentPrompt: RawPart = { name: 'prompt', content: secret };
export const video: RawPart = { name: 'video', filename: 'holiday.mp4', content: 'not really a video' };

/** A signed-in client that sends invalid requests. */
export interface BadClient {
  /** Of the server, on this machine. Known once the tests run. */
  readonly port: number;
  /** The `Cookie` header of the session. Known once the tests run. */
  readonly cookie: string;
  postForm(
    path: string,
    body: string | Uint8Array,
    headers?: Readonly<Record<string, string | number>>,
  ): Promise<RawAnswer>;
  /** @param body is sent unchanged when it is a string */
  postJson(path: string, body: unknown): Promise<RawAnswer>;
}

/** Starts a server with limits of a megabyte and ten minutes, and checks its state after each test. */
export function createBadClient(): BadClient {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { MAX_VIDEO_BYTES: String(mebibyte), MAX_VIDEO_SECONDS: '600' },
    });
    cookie = await signUpForCookie(server.url);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  afterEach(() => expectNothingLeft(server));

  const postForm: BadClient['postForm'] = (path, body, headers = {}) => {
    const length = Buffer.byteLength(body);
    const head = makeHead(path, { cookie, 'content-type': formType, 'content-length': length, ...headers });
    return sendRaw(server.port, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  };
  return {
    get port() {
      return server.port;
    },
    get cookie() {
      return cookie;
    },
    postForm,
    postJson(path, body) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return postForm(path, text, { 'content-type': 'application/json' });
    },
  };
}

/** No file is left, no user's text is in the log, and the next request works. */
async function expectNothingLeft(server: TestServer): Promise<void> {
  await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
  expect(server.logged.join('\n')).not.toContain('mother');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

/**
 * Expects the documented problem format, without internals.
 * @param expected the message of the catalogue, or what its text matches
 */
export function expectProblem(
  answer: RawAnswer,
  status: number,
  expected: Message<string> | RegExp = /\.$/u,
): void {
  const { error } = problemSchema.parse(JSON.parse(answer.body));
  const wanted =
    expected instanceof RegExp ? { message: expect.stringMatching(expected) } : { key: expected.key };
  expect({ status: answer.status, ...error }).toMatchObject({ status, ...wanted });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/u);
  expect(answer.body).not.toMatch(/node_modules|\/src\/|at \w+ \(|select |insert /iu);
}
