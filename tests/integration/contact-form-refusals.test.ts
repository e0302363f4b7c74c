import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { contactMessages, mails } from '#server/database/schema.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { type ContactForm, makeContactForm, postContactForm } from '../support/contact-form.ts';
import { postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let dataDir: string;
let server: InnerServer;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'benshi-test-'));
  server = await startTestServer({ environment: { DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const kept = [
    ...(await database.queries.select().from(contactMessages)),
    ...(await database.queries.select().from(mails)),
  ];
  await database.close();
  rmSync(dataDir, { recursive: true });
  // No refused message is stored.
  expect(kept).toEqual([]);
});

test.each<[string, ContactForm, number, string]>([
  ['no name', { from_name: undefined }, 400, t(formErrors.noName)],
  ['a blank name', { from_name: '  ' }, 400, t(formErrors.noName)],
  [
    'a name with a line break',
    { from_name: 'Ada\r\nBcc: all@example.net' },
    400,
    t(formErrors.nameWithBreak),
  ],
  [
    'a name with a bare line feed',
    { from_name: 'Ada\nBcc: all@example.net' },
    400,
    t(formErrors.nameWithBreak),
  ],
  ['a name with a bare carriage return', { from_name: 'Ada\rBcc: x' }, 400, t(formErrors.nameWithBreak)],
  ['a name with a line separator', { from_name: 'Ada\u2028Bcc: x' }, 400, t(formErrors.nameWithBreak)],
  ['a name with NUL', { from_name: 'Ada\u0000' }, 400, t(formErrors.nameWithBreak)],
  [
    'a name of 201 characters',
    { from_name: 'a'.repeat(201) },
    400,
    t(formErrors.nameTooLong, { limit: 200 }),
  ],
  ['no address', { guest_email: undefined }, 400, t(formErrors.noAddress)],
  ['an empty address', { guest_email: '' }, 400, t(formErrors.noAddress)],
  ['no real address', { guest_email: 'ada' }, 400, t(formErrors.badAddress)],
  ['two addresses', { guest_email: 'a@x.example, b@y.example' }, 400, t(formErrors.badAddress)],
  ['a named address', { guest_email: 'Ada <ada@example.org>' }, 400, t(formErrors.badAddress)],
  [
    'an address with a line break',
    { guest_email: 'a@x.example\r\nBcc: b@y.example' },
    400,
    t(formErrors.badAddress),
  ],
  ['an address with NUL', { guest_email: 'a\u0000@x.example' }, 400, t(formErrors.badAddress)],
  [
    'an address that is too long',
    { guest_email: `${'a.'.repeat(130)}a@x.example` },
    400,
    t(formErrors.badAddress),
  ],
  ['no message', { message: undefined }, 400, t(formErrors.noMessage)],
  ['a blank message', { message: ' \r\n ' }, 400, t(formErrors.noMessage)],
  [
    'a message that is too long',
    { message: 'a'.repeat(10_001) },
    400,
    t(formErrors.messageTooLong, { limit: 10_000 }),
  ],
  [
    'a message of 1.5 MB',
    { message: 'a'.repeat(1.5e6) },
    413,
    t(requestErrors.fieldTooLong, { name: 'message' }),
  ],
  ['a message of 10 MB', { message: 'a'.repeat(1e7) }, 413, t(requestErrors.formTooLarge)],
  ['no user ID', { user_id: undefined }, 400, t(formErrors.noUserId)],
  ['an empty user ID', { user_id: '' }, 400, t(formErrors.noUserId)],
  ['a wrong user ID', { user_id: 'somebody' }, 400, t(formErrors.unknownUserId)],
  ['a user ID with a line break', { user_id: 'benshi\r\nX: y' }, 400, t(formErrors.unknownUserId)],
  ['no service ID', { service_id: undefined }, 400, t(formErrors.noServiceId)],
  ['a wrong service ID', { service_id: 'gmail' }, 400, t(formErrors.unknownServiceId)],
  ['no template ID', { template_id: undefined }, 400, t(formErrors.noTemplateId)],
  ['a wrong template ID', { template_id: 'template_1' }, 400, t(formErrors.unknownTemplateId)],
  ['a huge lib_version', { lib_version: '4'.repeat(100) }, 400, t(formErrors.versionTooLong)],
  ['a field of its own', { bcc: 'all@example.net' }, 400, t(requestErrors.unknownField)],
  ['a field __proto__', { ['__proto__' as string]: 'x' }, 400, t(requestErrors.unknownField)],
])('a form with %s is refused with the reason', async (_what, changes, status, sentence) => {
  // Not spread: __proto__ must be an ordinary field.
  const form = Object.fromEntries([
    ...Object.entries(makeContactForm()),
    ...Object.entries(changes),
  ]) as ContactForm;
  const answer = await postContactForm(server.url, form);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe(sentence);
});

test.each([
  [
    'twice the same field',
    [{ name: 'message', content: 'Again' }],
    t(requestErrors.fieldRepeated, { name: 'message', count: 1 }),
  ],
  ['a file', [{ name: 'attachment', filename: 'a.exe', content: 'MZ' }], t(requestErrors.unknownField)],
  [
    'a file as message',
    [{ name: 'message', filename: 'a.txt', content: 'x' }],
    t(requestErrors.fieldNotText, { name: 'message' }),
  ],
])('a form with %s is refused', async (_what, parts, sentence) => {
  const answer = await postContactForm(server.url, makeContactForm(), { parts });
  expect([answer.status, await answer.text()]).toEqual([400, sentence]);
});

test('other bodies and other websites are refused in text', async () => {
  const json = await postJson(`${server.url}/api/v1.0/email/send-form`, makeContactForm());
  expect([json.status, await json.text()]).toEqual([415, t(requestErrors.notForm)]);
  const foreign = await postContactForm(server.url, makeContactForm(), {
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, await foreign.text()]).toEqual([403, t(requestErrors.otherWebsite)]);
});
