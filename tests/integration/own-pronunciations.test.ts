import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxOwnPronunciations, maxSayCharacters } from '#shared/limits.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
let ada: AccountClient;

beforeAll(async () => {
  server = await startTestServer();
  ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/api/account/pronunciations';
const benshi = { language: 'English', term: 'Benshi', say: 'ben-shee' };

test('an account keeps how words are said, and nobody else sees it', async () => {
  expect(await (await ada.get(path)).json()).toEqual({ pronunciations: [] });
  const german = { language: 'German', term: 'Benshi', say: '/ˈbɛnʃi/' };
  const given = { pronunciations: [german, benshi, { ...benshi, say: 'again' }] };
  expect((await ada.send('PUT', path, given)).status).toBe(204);
  expect(await (await ada.get(path)).json()).toEqual({ pronunciations: [benshi, german] });

  const eve = createAccountClient(server.url);
  await eve.signUp(makePerson());
  expect(await (await eve.get(path)).json()).toEqual({ pronunciations: [] });
  expect((await ada.send('PUT', path, { pronunciations: [] })).status).toBe(204);
  expect(await (await ada.get(path)).json()).toEqual({ pronunciations: [] });
});

test('a visitor has none on the server', async () => {
  const visitor = createAccountClient(server.url);
  expect((await visitor.get(path)).status).toBe(401);
  expect((await visitor.send('PUT', path, { pronunciations: [benshi] })).status).toBe(401);
});

test.each([
  ['an unknown language', [{ ...benshi, language: 'Klingon' }]],
  ['no word', [{ ...benshi, term: ' ' }]],
  ['a very long respelling', [{ ...benshi, say: 'a'.repeat(maxSayCharacters + 1) }]],
  [
    'too many words',
    Array.from({ length: maxOwnPronunciations + 1 }, (_, at) => ({ ...benshi, term: `w${at}` })),
  ],
])('%s is refused', async (_, pronunciations) => {
  expect((await ada.send('PUT', path, { pronunciations })).status).toBe(400);
});
