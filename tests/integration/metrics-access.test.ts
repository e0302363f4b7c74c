import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { expectProblem } from '../support/bad-requests.ts';
import { sendRaw } from '../support/raw-request.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;

function useServer(environment: Environment): void {
  beforeAll(async () => {
    server = await startTestServer({ environment });
  });
  afterAll(() => server[Symbol.asyncDispose]());
}

const ask = (headers: Readonly<Record<string, string>>) => {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return sendRaw(server.port, `GET /metrics HTTP/1.1\r\nconnection: close\r\n${lines.join('')}\r\n`);
};

describe('without a token', () => {
  useServer({ TRUST_PROXY: '127.0.0.1' });

  test.each(['localhost', '127.0.0.1', '[::1]', 'localhost:9090'])(
    'a local client reads the metrics of %s',
    async host => {
      expect((await fetch(`${server.url}/metrics`, { headers: { host } })).status).toBe(200);
    },
  );

  test.each([
    ['X-Forwarded-For', '192.0.2.1'],
    // Even with a forged address of this machine.
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '192.0.2.1'],
    ['X-Forwarded-Host', 'narrate.example.org'],
    ['X-Forwarded-Proto', 'https'],
    ['Forwarded', 'for=192.0.2.1'],
    ['Via', '1.1 proxy'],
    ['X-Forwarded-Server', 'proxy'],
    ['X-Forwarded-Port', '443'],
    ['X-Client-IP', '192.0.2.1'],
    ['True-Client-IP', '192.0.2.1'],
    ['CF-Connecting-IP', '192.0.2.1'],
    ['CDN-Loop', 'cloudflare'],
    ['X-Original-URL', '/metrics'],
    ['X-Envoy-External-Address', '192.0.2.1'],
    ['X-Amzn-Trace-Id', 'Root=1'],
    ['Host', 'narrate.example.org'],
    ['Host', 'localhost.evil.example'],
  ])('a request forwarded by a proxy (%s: %s) is refused', async (name, value) => {
    expectProblem(await ask({ [name.toLowerCase()]: value }), 403, requestErrors.metricsOnlyHere);
  });

  test('every token is refused', async () => {
    expectProblem(await ask({ host: 'a.example', authorization: 'Bearer undefined' }), 403);
  });

  test('health and readiness stay public', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await fetch(`${server.url}/healthz`, { headers })).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`, { headers })).status).toBe(200);
  });
});

describe('with a token', () => {
  const token = 'a-token-for-the-tests-only';
  useServer({ METRICS_TOKEN: token });

  test('its bearer reads the metrics from anywhere', async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': '192.0.2.1',
      host: 'narrate.example.org',
    };
    const answer = await fetch(`${server.url}/metrics`, { headers });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('benshi_database_up 1'),
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer another-token-for-the-tests' }],
    ['its beginning', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${token}x` }],
    ['it as a password', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }],
    ['nothing', { authorization: 'Bearer ' }],
  ])('a client with %s reads nothing, even locally', async (_title, headers) => {
    const answer = await ask(headers);
    expectProblem(answer, 401, requestErrors.needsMetricsToken);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});

test('a token that is easily guessed is a configuration error', async () => {
  await expect(startTestServer({ environment: { METRICS_TOKEN: 'short' } })).rejects.toThrow(
    'METRICS_TOKEN must have at least 16 characters.',
  );
});
