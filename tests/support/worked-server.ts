import { expect, vi } from 'vitest';
import { createAccountClient, makePerson } from './account-client.ts';
import { makeClip } from './make-clip.ts';
import { createMeteredEngines, usualPrices, writePrices } from './metered-engines.ts';
import { makeSpeechForm } from './premium-account.ts';
import { readMetrics } from './read-metrics.ts';
import { makeAnalysisForm, makeVideoForm } from './requests.ts';
import { type InnerServer, startTestServer } from './start-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * A server that has narrated, spoken, been charged for it, and refused something, so that all that it counts it has counted. A
 * mail lies in its outbox.
 */
export async function startWorkedServer(): Promise<InnerServer> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const engines = createMeteredEngines();
  const environment = { PRICES_FILE: await writePrices(folder, usualPrices) };
  const server = opened.use(await startTestServer({ engines, environment }));
  const person = createAccountClient(server.url);
  await expectStatus(person.signUp(makePerson()), 200);
  await expectStatus(person.signIn({ email: 'nobody@example.org', password: 'a loom of numbers' }), 401);
  await expectStatus(person.postForm('/create_script', makeVideoForm(await makeClip({ seconds: 2 }))), 200);
  const spoken = makeSpeechForm({ script: 'A dog runs.', voice: 'nova', language: 'English' });
  await expectStatus(person.postForm('/convert_to_voice', spoken), 200);
  // Nobody knows what this one costs, how long it sounds, and what it is charged by.
  engines.used.vision = { model: 'other eyes', soundTokensIn: 1 };
  await expectStatus(person.postForm('/api/free/analysis', await makeAnalysisForm()), 200);
  engines.before = () => Promise.reject(new TypeError('broken'));
  await expectStatus(person.postForm('/api/free/analysis', await makeAnalysisForm()), 500);
  engines.before = (_, signal) => new Promise(resolve => signal.addEventListener('abort', () => resolve()));
  await leave(server, await makeAnalysisForm());
  const kept = opened.move();
  return { ...server, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function expectStatus(sent: Promise<Response>, status: number): Promise<void> {
  const answer = await sent;
  await answer.bytes();
  expect(answer.status).toBe(status);
}

/** Somebody who goes before the answer. */
async function leave({ url }: InnerServer, body: FormData): Promise<void> {
  const left = new AbortController();
  const isLeft = expect(
    fetch(`${url}/api/free/analysis`, { method: 'POST', body, signal: left.signal }),
  ).rejects.toThrow();
  const running = 'benshi_provider_calls_running{provider="a.example",step="vision"}';
  await waitForOne(url, running);
  left.abort();
  await isLeft;
  const cutOff = 'benshi_http_requests_cut_off_total{route="/api/free/analysis"}';
  await waitForOne(url, cutOff);
}

async function waitForOne(url: string, figure: string): Promise<void> {
  const look = async () => expect((await readMetrics(url)).get(figure)).toBe(1);
  await vi.waitFor(look, { timeout: 60_000 });
}
