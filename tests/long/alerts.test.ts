import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { makeUndecodedForm, postFormFrom } from '../support/ask-from.ts';
import { makeEndlessMatroska } from '../support/endless-videos.ts';
import { startMailServer } from '../support/mail-server.ts';
import { refusals } from '../support/openai-faults.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { readAlertRules, readDashboard } from '../support/operations-files.ts';
import { checkRules, type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { testKey } from '../support/provider-calls.ts';
import { postJson } from '../support/requests.ts';
import { resolveHere } from '../support/resolve-here.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { findFreePort, type StartedPostgres, startPostgres } from '../support/start-postgres.ts';
import { startTestServer, testSecret } from '../support/start-server.ts';
import { startWorkedServer } from '../support/worked-server.ts';

/** The alerts that a test has made to fire. */
const fired = new Set<string>();

/** Waits for an alert, and looks whether its texts are whole. */
async function expectAlert(prometheus: Prometheus, name: string, said: RegExp): Promise<void> {
  const find = async () =>
    (await prometheus.listFiring()).find(({ labels }) => labels.alertname === name)?.annotations;
  await expect.poll(find, { timeout: 300_000 }).toMatchObject({ summary: expect.stringMatching(said) });
  expect(JSON.stringify(await find())).not.toMatch(/no value|error calling|\{\{/u);
  fired.add(name);
}

let postgres: StartedPostgres;
const processes = createServerProcesses();
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await processes.end();
  await postgres[Symbol.asyncDispose]();
});

test('Prometheus understands the file of alerts', () => {
  expect(checkRules()).toContain(`SUCCESS: ${readAlertRules().length} rules found`);
});

test('on a server that has work and rests no alert fires', async () => {
  const server = await processes.start();
  await using prometheus = await startPrometheus({ port: server.port, forSeconds: 10 });
  const person = createAccountClient(server.url);
  await person.signUp(makePerson());
  const spoken = { script: 'A dog runs over the lawn.', voice: 'nova', language: 'English' };
  expect((await person.post('/api/free/speech', spoken)).status).toBe(200);
  const readings = async () => Number((await prometheus.query('count_over_time(up[10m])'))[0]?.value[1] ?? 0);
  await expect.poll(readings).toBeGreaterThan(30);
  expect(await prometheus.query('count_over_time(ALERTS{alertstate="firing"}[10m])')).toEqual([]);
});

test('Prometheus understands what every panel asks for, and of a server that has worked it has an answer', async () => {
  await using server = await startWorkedServer();
  await using prometheus = await startPrometheus({ port: server.port });
  const asked = readDashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expression: fillIn(expr) })),
  );
  const findSilent = async () => {
    const silent = new Set<string>();
    for (const { title, expression } of asked)
      if ((await prometheus.query(expression)).length === 0) silent.add(title);
    return [...silent];
  };
  // No model in use here ends. The offline outbox takes a mail at once, so that no job is seen.
  await expect.poll(findSilent).toEqual(['Days until a model ends', 'Jobs by queue']);
});

/** As Grafana does with what was chosen. */
function fillIn(expression: string): string {
  return expression
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$job', 'benshi')
    .replaceAll('$instance', '.+');
}

test('a server that was killed is away', async () => {
  const server = await processes.start();
  await using prometheus = await startPrometheus({ port: server.port });
  await expect.poll(() => prometheus.query('up == 1')).toHaveLength(1);
  await killServer(server);
  await expectAlert(prometheus, 'ServerAway', /^127\.0\.0\.1:\d+ does not answer\.$/u);
});

test('a server that is killed and started again and again is noticed', async () => {
  const environment = { PORT: String(await findFreePort()), DATA_DIR: processes.makeDataFolder() };
  await using prometheus = await startPrometheus({ port: Number(environment.PORT) });
  for (let starts = 0; starts < 4; starts += 1) {
    const server = await processes.start(environment);
    const isSeen = `time() - process_start_time_seconds < 60 and up == 1`;
    await expect.poll(() => prometheus.query(isSeen)).toHaveLength(1);
    await sleep(1500);
    if (starts < 3) await killServer(server);
  }
  await expectAlert(prometheus, 'ServerRestarts', /was started anew 3 times within an hour\.$/u);
});

test('a database that is silent is away', async () => {
  const address = new URL(await postgres.createDatabase('silent'));
  address.search = '';
  await using proxy = await startSilentProxy(Number(address.port));
  address.port = String(proxy.port);
  const server = await processes.start({ DATABASE_URL: address.href, AUTH_SECRET: testSecret });
  // While the database is silent the figures take three seconds.
  await using prometheus = await startPrometheus({ port: server.port, everySeconds: 5 });
  await expect.poll(() => prometheus.query('benshi_database_up == 1')).toHaveLength(1);
  proxy.goSilent();
  await expectAlert(prometheus, 'DatabaseAway', /does not reach its database\.$/u);
});

test('a provider that fails is noticed, and so are the requests that fail with it', async () => {
  await using opened = new AsyncDisposableStack();
  const provider = opened.adopt(await startOpenAiStandIn(), each => each.close());
  const server = await processes.start({
    OPENAI_SCRIPT_BASE_URL: provider.baseUrl,
    OPENAI_SCRIPT_MODEL: 'gpt-4o',
  });
  provider.always('script', refusals.invalidKey);
  await using prometheus = await startPrometheus({ port: server.port });
  const wanted = { analysis: 'A dog.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };
  await using _visits = repeat(() => postJson(`${server.url}/api/free/script`, wanted));
  await expectAlert(prometheus, 'ProviderFails', /% of the calls of our own AI server for script fail\.$/u);
  await expectAlert(prometheus, 'ServerErrors', /% of the requests fail on our side\.$/u);
});

/** Does something again and again until the end of its scope. */
function repeat(act: () => Promise<Response>): AsyncDisposable {
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      await (await act()).bytes();
      await sleep(300);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await ended;
    },
  };
}

test('a model that ends soon is named', async () => {
  await using opened = new AsyncDisposableStack();
  const provider = opened.adopt(await startOpenAiStandIn(), each => each.close());
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  provider.have({ id: 'gpt-4o', shutdown_date: inAMonth }, 'tts-1');
  using _names = resolveHere('api.openai.com');
  const address = provider.baseUrl.replace('127.0.0.1', 'api.openai.com');
  await using server = await startTestServer({
    environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: address },
  });
  await using prometheus = await startPrometheus({ port: server.port });
  await expectAlert(prometheus, 'ModelEnds', /^gpt-4o of OpenAI ends in 30 days\.$/u);
});

test('mails that nobody takes wait, and a job that is not tried again has failed', async () => {
  await using opened = new AsyncDisposableStack();
  const mailServer = opened.adopt(await startMailServer(), each => each.close());
  const DATABASE_URL = await postgres.createDatabase('refused');
  const server = await processes.start({
    DATABASE_URL,
    AUTH_SECRET: testSecret,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'benshi@example.org',
  });
  await using prometheus = await startPrometheus({ port: server.port });
  mailServer.refuseNext(1000);
  expect((await createAccountClient(server.url).signUp(makePerson())).status).toBe(200);
  await expectAlert(prometheus, 'MailsWait', /^Mails have been waiting for half an hour: 1\.$/u);
  // As after its twelve days: its next try is its last.
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query('update jobs.job set retry_limit = 0');
  await client.end();
  await expectAlert(prometheus, 'JobsFailed', /^Jobs of the queue mail failed for good: 1\.$/u);
});

test('decoders for which many visitors wait are noticed', async () => {
  const server = await processes.start();
  await using prometheus = await startPrometheus({ port: server.port });
  const endless = await makeEndlessMatroska();
  const visits = Array.from({ length: 2 * availableParallelism() + 12 }, (_, at) =>
    postFormFrom(`127.0.0.${at + 2}`, `${server.url}/api/free/analysis`, makeUndecodedForm(endless)),
  );
  const ended = Promise.allSettled(visits);
  await expectAlert(prometheus, 'DecodersBusy', /^Visitors wait for decoders of 127\.0\.0\.1:\d+: \d+\.$/u);
  await killServer(server);
  await ended;
});

test('a process that gets its turn too late is noticed', async () => {
  const server = await processes.start();
  await using prometheus = await startPrometheus({ port: server.port, everySeconds: 5 });
  let isStopped = false;
  // As a machine does that has too much else to do.
  const held = (async () => {
    while (!isStopped) {
      server.process.kill('SIGSTOP');
      await sleep(1400);
      server.process.kill('SIGCONT');
      await sleep(300);
    }
  })();
  await expectAlert(prometheus, 'EventLoopSlow', /takes [\d.]+s to turn to the next request\.$/u).finally(
    () => {
      isStopped = true;
    },
  );
  await held;
});

test('no alert is left that was not made to fire', () => {
  expect(
    readAlertRules()
      .map(({ alert }) => alert)
      .filter(name => !fired.has(name)),
  ).toEqual([]);
});
