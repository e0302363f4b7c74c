import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

interface Call {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

let server: InnerServer;
let calls: Readonly<Record<string, Call>>;

beforeAll(async () => {
  server = await startTestServer();
  const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const listed = Object.entries<Record<string, Call>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
  calls = Object.fromEntries(listed);
});
afterAll(() => server[Symbol.asyncDispose]());

const listStatuses = (name: string) => Object.keys(calls[name]?.responses ?? {}).map(Number);

test('each call has a name of its own, a success and its errors', () => {
  const names = Object.values(calls).map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(?:get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/u);
  for (const name of Object.keys(calls)) {
    const statuses = listStatuses(name);
    expect([name, statuses.some(status => status < 400)]).toEqual([name, true]);
    expect([name, statuses]).toEqual([name, expect.arrayContaining([400, 429, 500, 503])]);
  }
});

test.each([
  ['POST /api/account/tokens', 201],
  ['POST /api/feedback', 201],
  ['POST /api/verification-mail', 202],
  ['DELETE /api/projects/{id}', 204],
  ['PUT /api/account/pronunciations', 204],
  ['POST /api/account/deletion', 204],
  ['GET /source', 302],
  ['GET /api/auth/error', 302],
])('%s is declared with %i, and not with 200', (name, status) => {
  expect(listStatuses(name).filter(each => each < 400)).toEqual([status]);
});

test('errors are in the format that the client of a call reads, and streams are declared', () => {
  const listTypes = (name: string, status: number) =>
    Object.keys(calls[name]?.responses[status]?.content ?? {});
  expect(listTypes('POST /api/v1.0/email/send-form', 400)).toEqual(['text/plain']);
  expect(listTypes('POST /convert_to_voice', 422)).toEqual(['application/json']);
  expect(listTypes('POST /convert_to_voice', 200)).toEqual(['audio/mpeg', 'application/x-ndjson']);
  expect(listTypes('GET /api/projects/{id}/thumbnail', 200)).toEqual(['image/jpeg']);
});

// That each answer of all integration tests is as declared is checked after each file: check-declared-answers.ts.
test('calls answer with the statuses that are declared', async () => {
  const ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
  const token = await ada.post('/api/account/tokens', { name: 'x', scopes: ['narrate'] });
  const { id } = await token.json();
  const answers = {
    'POST /api/account/tokens': token.status,
    'DELETE /api/account/tokens/{id}': (await ada.send('DELETE', `/api/account/tokens/${id}`)).status,
    'GET /source': (await fetch(`${server.url}/source`, { redirect: 'manual' })).status,
    'GET /api/me': (await fetch(`${server.url}/api/me`)).status,
    'GET /api/projects/{id}': (await ada.get('/api/projects/nothing')).status,
    'POST /api/translate': (await ada.post('/api/translate', {})).status,
  };
  expect(answers).toEqual({
    'POST /api/account/tokens': 201,
    'DELETE /api/account/tokens/{id}': 204,
    'GET /source': 302,
    'GET /api/me': 401,
    'GET /api/projects/{id}': 404,
    'POST /api/translate': 400,
  });
  for (const [name, status] of Object.entries(answers)) expect(listStatuses(name)).toContain(status);
});
