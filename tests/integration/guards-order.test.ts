import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { makeVideoForm } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let open: InnerServer;
let crowded: InnerServer;
let standard: AccountClient;

beforeAll(async () => {
  const environment = { STANDARD_NARRATIONS_PER_DAY: '0' };
  open = await startTestServer({ environment });
  crowded = await startTestServer({ environment, uploadLimits: { perAddress: 0 } });
  standard = createAccountClient(open.url);
  await standard.signUp(makePerson());
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await crowded[Symbol.asyncDispose]();
});

const speak = (client: AccountClient, voice: string) =>
  client.postForm('/convert_to_voice', makeSpeechForm({ script: 'Hello.', voice }));

const narrate = (client: AccountClient) =>
  client.postForm('/create_script', makeVideoForm(new Uint8Array(1000)));

/** Status and text of a refusal. */
async function readRefusal(answer: Promise<Response>): Promise<[number, string]> {
  const refusal = await answer;
  return [refusal.status, problemSchema.parse(await refusal.json()).error.message];
}

test('a voice is refused first by rate limit, then sign-in, plan and quota', async () => {
  const stranger = createAccountClient(open.url);
  expect(await readRefusal(speak(createAccountClient(crowded.url), 'Rachel'))).toEqual([
    429,
    t(limitErrors.uploadsAtOnce, { count: 0 }),
  ]);
  expect(await readRefusal(speak(stranger, 'Rachel'))).toEqual([401, t(errorMessages.unauthorized)]);
  expect(await readRefusal(speak(standard, 'Rachel'))).toEqual([
    403,
    t(narrationErrors.premiumVoice, { voice: 'Rachel' }),
  ]);
  expect(await readRefusal(speak(standard, 'nova'))).toEqual([429, expect.stringContaining('limit')]);
});

test('a token without the right is refused before plan and quota', async () => {
  const created = await standard.post('/api/account/tokens', { name: 'CI', scopes: ['read projects'] });
  const authorization = `Bearer ${(await created.json()).token}`;
  const form = makeSpeechForm({ script: 'Hello.', voice: 'Rachel' });
  expect(await readRefusal(standard.postForm('/convert_to_voice', form, { authorization }))).toEqual([
    403,
    t(tokenErrors.lacksScope, { scope: 'narrate' }),
  ]);
});

test('a script is refused first by rate limit, then sign-in and quota, before the video is read', async () => {
  expect(await readRefusal(narrate(createAccountClient(crowded.url)))).toEqual([
    429,
    t(limitErrors.uploadsAtOnce, { count: 0 }),
  ]);
  expect(await readRefusal(narrate(createAccountClient(open.url)))).toEqual([
    401,
    t(errorMessages.unauthorized),
  ]);
  expect(await readRefusal(narrate(standard))).toEqual([429, expect.stringContaining('limit')]);
});

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>
  >;
}

/** Every call for which somebody must sign in, with addresses that are no ids. */
async function listGuardedCalls() {
  const { paths } = (await (await fetch(`${open.url}/api/openapi.json`)).json()) as Described;
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { security = [] }]) =>
      security.length > 0
        ? [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/gu, 'not-an-id') }]
        : [],
    ),
  );
}

/** Content types and bodies that no call takes. */
const garbage = [
  ['application/json', '{"name":'],
  ['application/json', '[7]'],
  ['application/json', ''],
  ['application/json', 'x'.repeat(2 ** 21)],
  ['multipart/form-data', 'x'],
  ['application/x-garbage', 'x'],
  ['', 'x'],
] as const;

test('whoever is not signed in is asked to sign in, whatever they send', async () => {
  const calls = await listGuardedCalls();
  expect(calls.length).toBeGreaterThan(40);
  for (const { method, path } of calls)
    for (const [type, body] of method === 'GET' ? [['', '']] : garbage)
      for (const authorization of ['', 'Bearer benshi_mistyped']) {
        const headers = { ...(type && { 'content-type': type }), ...(authorization && { authorization }) };
        const url = `${open.url}${path}?page=not-a-number&since=x&offset=x`;
        const answer = await fetch(url, { method, headers, ...(method !== 'GET' && { body }) });
        await answer.bytes();
        const expected = authorization ? expect.toBeOneOf([401, 429]) : 401;
        expect([method, path, type, answer.status]).toEqual([method, path, type, expected]);
      }
});

test('a token without the right is refused before its body is read', async () => {
  const token = await standard.post('/api/account/tokens', { name: 'CI', scopes: ['read projects'] });
  const headers = {
    authorization: `Bearer ${(await token.json()).token}`,
    'content-type': 'application/json',
  };
  for (const body of ['{', '{}']) {
    const refused = await fetch(`${open.url}/api/fit`, { method: 'POST', headers, body });
    expect(refused.status).toBe(403);
  }
  expect((await fetch(`${open.url}/mcp`, { method: 'POST', headers, body: '{' })).status).toBe(400);
});
