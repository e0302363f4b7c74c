import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdShareSchema, reviewHeader } from '#shared/api/review.ts';
import { createdTokenSchema, type TokenScope, tokenScopes } from '#shared/api/tokens.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { callTool, createMcpClient } from '../support/mcp-client.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

/** Stands in everything that a project says. */
const secret = 'Xylophone';
const narration = createNarration({
  style: 'timed',
  language: 'English',
  name: secret,
  prompt: secret,
  lines: [createLine({ text: secret, startMs: 0 })],
});
const project = { ...createProject(secret), narrations: [narration] };
const combinations = Array.from({ length: 7 }, (_, at) =>
  tokenScopes.filter((_scope, bit) => ((at + 1) >> bit) & 1),
);

let server: InnerServer;
let ada: AccountClient;
let calls: readonly Call[];

interface Call {
  readonly method: string;
  readonly path: string;
  /** Of a token; undefined where none is taken. */
  readonly scopes: readonly TokenScope[] | undefined;
}

beforeAll(async () => {
  const manyTries = { most: 10_000, windowSeconds: 3600 };
  server = await startTestServer({
    accountLimits: { otherPerAddress: manyTries, reviewCallsPerAddress: manyTries },
  });
  ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
  expect((await ada.send('PUT', `/api/projects/${project.id}`, { document: project, base: 0 })).status).toBe(
    200,
  );
  expect(
    (await ada.send('PUT', `/api/projects/${project.id}`, { document: { ...project, folder: 'x' }, base: 1 }))
      .status,
  ).toBe(200);
  const { secret: link } = await share(await createToken(['read projects', 'write projects']));
  const guest = { [reviewHeader]: link };
  const comment = { author: 'Bo', message: secret };
  const said = await createAccountClient(server.url).post('/api/review/comments', comment, guest);
  expect(said.status).toBe(201);
  calls = await listCalls();
});
afterAll(() => server[Symbol.asyncDispose]());

async function createToken(scopes: readonly TokenScope[]): Promise<string> {
  const answer = await ada.post('/api/account/tokens', { name: 'Program', scopes });
  return createdTokenSchema.parse(await answer.json()).token;
}

async function share(token: string) {
  const answer = await fetch(`${server.url}/api/projects/${project.id}/shares`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ narrationId: narration.id, name: 'Client', days: 7 }),
  });
  return { secret: createdShareSchema.parse(await answer.json()).url.split('#link=')[1] ?? '' };
}

/** Those that delete come last. */
async function listCalls(): Promise<Call[]> {
  const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const found = Object.entries<Record<string, { security?: { token?: TokenScope[] }[] }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { security = [] }]) => ({
        method: method.toUpperCase(),
        path,
        scopes: security.find(({ token }) => token)?.token,
      })),
  );
  const isDeletion = ({ method }: Call) => Number(method === 'DELETE');
  return found.sort((one, other) => isDeletion(one) - isDeletion(other));
}

const bodies: Readonly<Record<string, object>> = {
  '/api/projects/{id}/shares': { narrationId: narration.id, name: 'Client', days: 7 },
  '/api/projects/{id}/translations': { languages: ['French'] },
};
const ids: Readonly<Record<string, string>> = {
  id: project.id,
  narrationId: narration.id,
  revision: '1',
  shareId: crypto.randomUUID(),
  commentId: crypto.randomUUID(),
  name: 'nova',
};

/** What a program gets to know by a call, also by a link in its answer. */
async function ask({ method, path }: Call, token: string) {
  const url = server.url + path.replaceAll(/\{(\w+)\}/gu, (_, name) => ids[name] ?? 'x');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasBody && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    },
    ...(hasBody && { body: JSON.stringify(bodies[path] ?? {}) }),
  });
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  const [, link] = /#link=([\w-]+)/u.exec(text) ?? [];
  const review = link && (await fetch(`${server.url}/api/review`, { headers: { [reviewHeader]: link } }));
  return {
    isRefused:
      answer.status === 403 && /insufficient_scope/u.test(answer.headers.get('www-authenticate') ?? ''),
    says: (text + (review ? await review.text() : '')).includes(secret),
  };
}

test.each(combinations.map(scopes => ({ scopes })))(
  'a token for $scopes gets what its rights say by every call, and reads a project only with the right to',
  async ({ scopes }) => {
    // A token before may have put it into the trash.
    await ada.send('PATCH', `/api/projects/${project.id}`, { isInTrash: false });
    const token = await createToken(scopes);
    const found: string[] = [];
    for (const call of calls) {
      const { isRefused, says } = await ask(call, token);
      const name = `${call.method} ${call.path}`;
      if (call.scopes)
        expect([name, isRefused]).toEqual([name, call.scopes.some(scope => !scopes.includes(scope))]);
      if (says) found.push(name);
    }
    if (!scopes.includes('read projects')) expect(found).toEqual([]);
    else
      expect(found).toEqual(
        expect.arrayContaining([
          'GET /api/projects',
          'GET /api/projects/{id}',
          'GET /api/projects/{id}/comments',
        ]),
      );
    expect(found.includes('POST /api/projects/{id}/shares')).toBe(
      scopes.includes('read projects') && scopes.includes('write projects'),
    );
  },
);

test('no token without the right to read projects reaches a tool of MCP, and each tool needs the rights of its work', async () => {
  const asked = { project_id: project.id, prompt: 'x', language: 'French' };
  for (const scopes of combinations) {
    const requestInit = { headers: { authorization: `Bearer ${await createToken(scopes)}` } };
    const client = createMcpClient();
    const connected = client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }),
    );
    if (!scopes.includes('read projects')) {
      await expect(connected).rejects.toThrow();
      continue;
    }
    await connected;
    const { tools } = await client.listTools();
    for (const { name, annotations } of tools) {
      const { isError } = await callTool(client, name, asked);
      const mayWrite = scopes.includes('narrate') && scopes.includes('write projects');
      if (!annotations?.readOnlyHint && !mayWrite) expect([name, isError]).toEqual([name, true]);
    }
    await client.close();
  }
});
