import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testKey } from '../support/provider-calls.ts';
import { turns } from '../support/realtime-faults.ts';
import { type RealtimeStandIn, startRealtimeStandIn } from '../support/realtime-stand-in.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let standIn: RealtimeStandIn;
let server: InnerServer;

beforeAll(async () => {
  standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
  server = await startTestServer({
    environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: standIn.baseUrl },
  });
});
beforeEach(() => standIn.reset());
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await standIn.close();
});

const script =
  'The keeper of the lighthouse sleeps. Then a gull calls, and he counts the waves until the morning.';

function speak(signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/api/free/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ script, voice: 'onyx', language: 'English' }),
    ...(signal && { signal }),
  });
}

test('a server with only a key speaks over the Realtime API, and leaves no connection', async () => {
  const answer = await speak();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  // Six seconds at 96 kbit/s.
  expect((await answer.bytes()).length).toBeGreaterThan(50_000);
  expect(standIn.sessions.map(session => session.voice)).toEqual(standIn.sessions.map(() => 'cedar'));
  await Promise.all(standIn.sessions.map(({ closed }) => closed));
});

test('a sentence misread twice is shown to the person, and not logged', async () => {
  standIn.respondAlways(turn => turn.speak('I would rather tell you of my own day by the sea, if I may.'));
  const answer = await speak();
  expect(answer.status).toBe(502);
  const { error } = (await answer.json()) as { error: { message: string } };
  expect(error.message).toContain('“The keeper of the lighthouse sleeps.”');
  const log = server.logged.join('\n');
  expect(log).toContain('provider_garbage');
  for (const secret of ['keeper', 'gull calls', testKey]) expect(log).not.toContain(secret);
});

test('a rate limit of the vendor is shown with its wait, and without the organisation', async () => {
  standIn.respondAlways(turns.longRateLimit);
  const answer = await speak();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '87']);
  expect((await answer.text()) + server.logged.join('\n')).not.toContain('org-Secr3t');
});

test('disconnecting midway cancels the speech', async () => {
  standIn.setPace(1000);
  const leaving = new AbortController();
  const answer = await speak(leaving.signal);
  await answer.body?.getReader().read();
  leaving.abort();
  await Promise.all(standIn.sessions.map(({ closed }) => closed));
  expect(standIn.sessions[0]?.received.at(-1)).toMatchObject({ type: 'response.cancel' });
});
