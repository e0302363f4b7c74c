import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPasswordErrors } from '#shared/messages/account-errors.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient } from '../support/account-client.ts';
import { makeVideoForm, wantsProgress } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
let person: AccountClient;

beforeAll(async () => {
  server = await startTestServer();
  person = createAccountClient(server.url);
  await person.signUp({ name: 'Ada', email: 'ada@example.org', password: 'a loom of numbers' });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The log line of a request that has ended. */
async function readLine(sent: Promise<Response>) {
  const answer = await sent;
  await answer.bytes();
  const requestId = answer.headers.get('x-request-id');
  const find = () =>
    server.logged
      .map(line => JSON.parse(line))
      .find(line => line.requestId === requestId && line.msg === 'request ended');
  await expect.poll(find).toBeDefined();
  return find();
}

const notAVideo = () => makeVideoForm(new TextEncoder().encode('This is no video at all.'));
const whyNoVideo = expect.stringMatching(/could not be read as a video/u);

test('a broken video is logged, also when its answer is a stream with status 200', async () => {
  const asked = person.postForm('/create_script', notAVideo(), wantsProgress);
  expect(await readLine(asked)).toMatchObject({ code: 'invalid_video', reason: whyNoVideo, level: 30 });
  const askedPlainly = person.postForm('/create_script', notAVideo());
  expect(await readLine(askedPlainly)).toMatchObject({
    status: 422,
    code: 'invalid_video',
    reason: whyNoVideo,
  });
});

test('a malformed request is logged with its wrong field', async () => {
  const line = await readLine(person.post('/api/free/script', { language: 'Klingon' }));
  expect(line).toMatchObject({ status: 400, code: 'bad_request', reason: expect.stringMatching(/\.$/u) });
});

test('a wrong password, a weak one and an invalid link are logged with their codes', async () => {
  const wrong = person.signIn({ email: 'ada@example.org', password: 'not a loom of numbers' });
  expect(await readLine(wrong)).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
  const weak = person.signUp({ name: 'Bo', email: 'bo@example.org', password: 'password' });
  expect(await readLine(weak)).toMatchObject({
    status: 400,
    code: 'PASSWORD_POLICY',
    reason: t(newPasswordErrors.common),
  });
  const link = person.get('/api/auth/verify-email?token=made-up');
  expect(await readLine(link)).toMatchObject({ code: expect.stringMatching(/token/iu) });
});

test('a success has neither code nor reason', async () => {
  const line = await readLine(person.get('/api/config'));
  expect(line).toMatchObject({ status: 200 });
  expect(Object.keys(line)).not.toContain('code');
});
