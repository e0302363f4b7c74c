import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPasswordErrors } from '#shared/messages/account-errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { postJson } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const describe = ({ text, key, values }: FilledMessage) => ({ message: text, key, values });

test('an error carries the key and the values of its message', async () => {
  const unknown = await fetch(`${server.url}/api/nothing`);
  expect((await unknown.json()).error).toMatchObject(describe(fill(errorMessages.not_found)));
  const foreign = await fetch(`${server.url}/api/feedback`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  });
  expect((await foreign.json()).error).toMatchObject(describe(fill(requestErrors.otherWebsite)));
});

test('so does one about a field, with the limit', async () => {
  const answer = await postJson(`${server.url}/api/feedback`, { message: 'x'.repeat(6000) });
  const limit = 5000;
  expect((await answer.json()).error).toMatchObject(describe(fill(formErrors.messageTooLong, { limit })));
  const blank = await postJson(`${server.url}/api/free/speech`, { script: ' ', voice: 'nova' });
  expect((await blank.json()).error).toMatchObject(describe(fill(narrationMessages.noScript)));
});

test('and one of an account', async () => {
  const register = (body: object) => postJson(`${server.url}/api/auth/sign-up/email`, body);
  const nameless = await register({ email: 'ada@example.org', password: 'a loom of numbers' });
  expect(await nameless.json()).toMatchObject(describe(fill(accountMessages.enterName)));
  const short = await register({ name: '', email: 'ada@example.org', password: 'loom' });
  expect(await short.json()).toMatchObject(describe(fill(newPasswordErrors.tooShort, { limit: 8 })));
});
