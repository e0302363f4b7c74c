import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { contactMessages, mails } from '#server/database/schema.ts';
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
  // Of all that is refused here nothing is kept.
  expect(kept).toEqual([]);
});

test.each<[string, ContactForm, number, RegExp]>([
  ['no name', { from_name: undefined }, 400, /your name\.$/],
  ['a blank name', { from_name: '  ' }, 400, /your name\.$/],
  ['a name with a line break', { from_name: 'Ada\r\nBcc: all@example.net' }, 400, /name in one line/],
  ['a name with a bare line feed', { from_name: 'Ada\nBcc: all@example.net' }, 400, /name in one line/],
  ['a name with a bare carriage return', { from_name: 'Ada\rBcc: x' }, 400, /name in one line/],
  ['a name with a line separator', { from_name: 'Ada\u2028Bcc: x' }, 400, /name in one line/],
  ['a name with NUL', { from_name: 'Ada\u0000' }, 400, /name in one line/],
  ['a name of 201 characters', { from_name: 'a'.repeat(201) }, 400, /at most 200 characters/],
  ['no address', { guest_email: undefined }, 400, /your e-mail address\.$/],
  ['an empty address', { guest_email: '' }, 400, /your e-mail address\.$/],
  ['no real address', { guest_email: 'ada' }, 400, /valid e-mail address/],
  ['two addresses', { guest_email: 'a@x.example, b@y.example' }, 400, /valid e-mail address/],
  ['a named address', { guest_email: 'Ada <ada@example.org>' }, 400, /valid e-mail address/],
  ['an address with a line break', { guest_email: 'a@x.example\r\nBcc: b@y.example' }, 400, /valid e-mail/],
  ['an address with NUL', { guest_email: 'a\u0000@x.example' }, 400, /valid e-mail address/],
  ['an address that is too long', { guest_email: `${'a.'.repeat(130)}a@x.example` }, 400, /valid e-mail/],
  ['no message', { message: undefined }, 400, /write a message/],
  ['a blank message', { message: ' \r\n ' }, 400, /write a message/],
  ['a message that is too long', { message: 'a'.repeat(10_001) }, 400, /at most 10000 characters/],
  ['a message of 1.5 MB', { message: 'a'.repeat(1.5e6) }, 413, /"message" is longer than we take/],
  ['a message of 10 MB', { message: 'a'.repeat(1e7) }, 413, /This form is larger than we take/],
  ['no user ID', { user_id: undefined }, 400, /^The user ID is required\.$/],
  ['an empty user ID', { user_id: '' }, 400, /^The user ID is required\.$/],
  ['a wrong user ID', { user_id: 'somebody' }, 400, /^The user ID is not one that this server knows\.$/],
  ['a user ID with a line break', { user_id: 'benshi\r\nX: y' }, 400, /^The user ID is not one/],
  ['no service ID', { service_id: undefined }, 400, /^The service ID is required\.$/],
  ['a wrong service ID', { service_id: 'gmail' }, 400, /^The service ID is not one/],
  ['no template ID', { template_id: undefined }, 400, /^The template ID is required\.$/],
  ['a wrong template ID', { template_id: 'template_1' }, 400, /^The template ID is not one/],
  ['a huge lib_version', { lib_version: '4'.repeat(100) }, 400, /lib_version is too long/],
  ['a field of its own', { bcc: 'all@example.net' }, 400, /a field that this call does not know/],
  ['a field __proto__', { ['__proto__' as string]: 'x' }, 400, /a field that this call does not know/],
])('a form with %s is refused with a text that says why', async (_what, changes, status, sentence) => {
  // Not spread: __proto__ shall be a field like any other.
  const form = Object.fromEntries([
    ...Object.entries(makeContactForm()),
    ...Object.entries(changes),
  ]) as ContactForm;
  const answer = await postContactForm(server.url, form);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toMatch(sentence);
});

test.each([
  ['twice the same field', [{ name: 'message', content: 'Again' }], /"message" was given twice/],
  ['a file', [{ name: 'attachment', filename: 'a.exe', content: 'MZ' }], /does not know/],
  ['a file as message', [{ name: 'message', filename: 'a.txt', content: 'x' }], /"message" must be text/],
])('a form with %s is refused', async (_what, parts, sentence) => {
  const answer = await postContactForm(server.url, makeContactForm(), { parts });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)]);
});

test('what is no form, or comes from another website, is refused in text as well', async () => {
  const json = await postJson(`${server.url}/api/v1.0/email/send-form`, makeContactForm());
  expect([json.status, await json.text()]).toEqual([415, 'Please send a form (multipart/form-data).']);
  const foreign = await postContactForm(server.url, makeContactForm(), {
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, await foreign.text()]).toEqual([
    403,
    expect.stringMatching(/^This request came from another website/u),
  ]);
});
