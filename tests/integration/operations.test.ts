// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient } from '../support/account-client.ts';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { makeContactForm, postContactForm } from '../support/contact-form.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { makeAnalysisForm, makeVideoForm, postJson, wantsProgress } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';

/** Personal data. None of it may be logged, whatever happens. */
const marked = {
  name: 'Hedy Markiert',
  email: 'hedy.markiert@example.org',
  password: 'markiert: a loom of numbers',
  prompt: 'Markiert as an evening story',
  script: 'A markiert dog runs over the lawn.',
  address: '2001:db8:77:88::9',
  program: 'MarkiertBrowser/1.0',
};
const marks = /markiert|2001:db8:77/iu;

/** The label by which the page names a local provider. */
const ofStandIn = 'provider="our own AI server"';

/** Long enough to be observed on a busy machine. */
const script = 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let provider: OpenAiStandIn;
  let server: InnerServer;
  let person: AccountClient;

  beforeEach(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    provider = await startOpenAiStandIn();
    server = await startTestServer({
      environment: {
        ...place.environment,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'benshi@example.org',
        CONTACT_TO: 'team@example.org',
        TRUST_PROXY: '127.0.0.1',
      },
      engines: createTestEngines(provider.baseUrl),
    });
    person = createAccountClient(server.url, marked.address);
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await provider.close();
    await mailServer.close();
    place.remove();
  });

  test('the log names each request, without personal data', async () => {
    const requestIds: string[] = [];
    const expectAnswer = async (sent: Promise<Response>, status: number) => {
      const answer = await sent;
      await answer.bytes();
      expect(answer.status).toBe(status);
      requestIds.push(answer.headers.get('x-request-id') ?? 'none');
    };
    const headers = { 'user-agent': marked.program };
    const { email, password, name, prompt } = marked;
    const free = { analysis: `${marked.script}`, prompt, language: 'English', durationSeconds: 10 };
    const spoken = { script: marked.script, voice: 'nova', language: 'English' };

    mailServer.refuseNext(1);
    await expectAnswer(person.signUp({ name, email, password }), 200);
    await expectAnswer(person.signUp({ name, email, password }), 422);
    await expectAnswer(person.get('/api/me', headers), 200);
    await expectAnswer(
      person.postForm('/create_script', makeVideoForm(await makeTitledClip({ seconds: 2 }), prompt)),
      200,
    );
    const sound = new FormData();
    for (const [field, value] of Object.entries(spoken)) sound.set(field, value);
    await expectAnswer(person.postForm('/convert_to_voice', sound), 200);
    await expectAnswer(person.postForm('/api/free/analysis', await makeAnalysisForm({ prompt })), 200);
    await expectAnswer(person.post('/api/free/script', free, headers), 200);
    await expectAnswer(person.post('/api/free/speech', spoken), 200);
    await expectAnswer(person.post('/api/feedback', { rating: 1, message: prompt, email }), 201);
    const contact = makeContactForm({ from_name: name, guest_email: email, message: marked.script });
    await expectAnswer(postContactForm(server.url, contact), 200);
    await expectAnswer(person.post('/api/auth/request-password-reset', { email }), 200);
    const link = findLink(await mailServer.waitForMail(email, t(mailMessages.resetSubject)));
    await mailServer.waitForMail(email, t(mailMessages.verificationSubject));
    const token = link.searchParams.get('token') ?? '';
    await expectAnswer(person.post('/api/auth/reset-password', { token, newPassword: 'x' }), 400);
    const cookies = [...person.cookies.values()];
    expect(cookies).toHaveLength(2);

    // Failures here and at the provider, whose texts may repeat the input.
    await expectAnswer(person.signIn({ email, password: `${password}!` }), 401);
    await expectAnswer(person.post('/api/free/script', { ...free, language: 'Markiert' }), 400);
    await expectAnswer(person.get(`/api/${name}?markiert=1`), 404);
    await expectAnswer(
      fetch(`${server.url}/api/free/script`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': marked.address },
        body: `{"markiert": `,
      }),
      400,
    );
    const notAVideo = makeVideoForm(new TextEncoder().encode(marked.script), prompt);
    await expectAnswer(person.postForm('/create_script', notAVideo), 422);
    provider.next('script', refusals.serverError);
    await expectAnswer(person.post('/api/free/script', free), 503);
    provider.next('speech', refusals.badRequest);
    await expectAnswer(person.post('/api/free/speech', spoken), 503);
    await expectAnswer(person.signOut(), 200);

    const ended = server.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request ended');
    expect(requestIds).toHaveLength(20);
    for (const requestId of requestIds)
      expect(ended.filter(line => line.requestId === requestId)).toHaveLength(1);
    const log = server.logged.join('\n');
    expect(log).toContain('a job failed and will be tried again');
    expect(log).not.toMatch(marks);
    for (const secret of [token, ...cookies]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(log).not.toContain(secret);
    }
  });

  test('metrics of a narration: provider calls, pictures, characters, jobs and running work', async () => {
    const before = await readMetrics(server.url);
    expect(before.get('benshi_database_up')).toBe(1);
    expect(before.get('benshi_mails_waiting')).toBe(0);

    await person.signUp({ name: 'Ada', email: 'ada@example.org', password: marked.password });
    const narrated = await person.postForm(
      '/create_script',
      makeVideoForm(await makeTitledClip({ seconds: 2 })),
    );
    expect(await narrated.json()).toMatchObject({ script });
    const sound = await postJson(`${server.url}/api/free/speech`, {
      script,
      voice: 'nova',
      language: 'English',
    });
    expect((await sound.bytes()).length).toBeGreaterThan(1000);
    provider.next('vision', refusals.serverError);
    expect((await person.postForm('/api/free/analysis', await makeAnalysisForm())).status).toBe(503);
    await mailServer.waitForMail('ada@example.org', t(mailMessages.verificationSubject));

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('script', pauseInTheMiddle(released));
    const wanted = { analysis: 'A dog.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };
    const left = new AbortController();
    const options = { headers: wantsProgress, signal: left.signal };
    const cutOff = await postJson(`${server.url}/api/free/script`, wanted, options);
    const during = await readMetrics(server.url);
    expect(during.get(`benshi_provider_calls_running{${ofStandIn},step="script"}`)).toBe(1);
    expect(during.get('benshi_http_requests_running')).toBe(2);
    left.abort();
    await expect(cutOff.text()).rejects.toThrow();

    const cancelled = `benshi_provider_calls_total{${ofStandIn},step="script",outcome="cancelled"}`;
    await expect.poll(async () => (await readMetrics(server.url)).get(cancelled)).toBe(1);
    release();
    await expect.poll(async () => (await readMetrics(server.url)).get('benshi_mails_waiting')).toBe(0);
    const after = await readMetrics(server.url);
    const calls = (step: string, outcome: string) =>
      after.get(`benshi_provider_calls_total{${ofStandIn},step="${step}",outcome="${outcome}"}`);
    expect([calls('vision', 'ok'), calls('script', 'ok'), calls('speech', 'ok')]).toEqual([1, 1, 1]);
    expect(calls('vision', 'provider_unavailable')).toBe(1);
    expect(after.get(`benshi_provider_calls_running{${ofStandIn},step="script"}`)).toBe(0);
    expect(after.get(`benshi_provider_call_duration_seconds_count{${ofStandIn},step="vision"}`)).toBe(2);
    // Ten of the video, and two that were posted.
    expect(after.get(`benshi_frames_looked_at_total{${ofStandIn}}`)).toBe(12);
    expect(after.get(`benshi_characters_spoken_total{${ofStandIn}}`)).toBe(script.length);
    expect(after.get('benshi_uploads_running')).toBe(0);
    expect(after.get('benshi_pool_tasks{pool="decoders",state="busy"}')).toBe(0);
    expect(after.has('benshi_pool_tasks{pool="database",state="busy"}')).toBe(
      place.environment.DATABASE_URL !== undefined,
    );
    expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  test('queued mails and retried jobs are in the metrics, too', async () => {
    mailServer.refuseNext(1000);
    await person.signUp({ name: 'Ada', email: 'ada@example.org', password: marked.password });
    const waiting = 'benshi_queue_jobs{queue="mail",state="retry"}';
    await expect.poll(async () => (await readMetrics(server.url)).get(waiting)).toBe(1);
    expect((await readMetrics(server.url)).get('benshi_mails_waiting')).toBe(1);
    mailServer.refuseNext(0);
  });
});

test('while Postgres is down the metrics say so, and those without the database are still served', {
  tags: 'long',
}, async () => {
  await using postgres = sharePostgres();
  const address = new URL(await postgres.createDatabase());
  address.search = '';
  await using proxy = await startSilentProxy(Number(address.port));
  address.port = String(proxy.port);
  await using server = await startTestServer({
    environment: { DATABASE_URL: address.href, AUTH_SECRET: testSecret },
  });
  expect((await readMetrics(server.url)).get('benshi_database_up')).toBe(1);
  proxy.goSilent();
  const away = await readMetrics(server.url);
  expect(away.get('benshi_database_up')).toBe(0);
  expect(away.has('benshi_mails_waiting')).toBe(false);
  expect(away.get('benshi_http_requests_running')).toBe(1);
  expect(away.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  proxy.resume();
  await expect.poll(async () => (await readMetrics(server.url)).get('benshi_database_up')).toBe(1);
  expect((await readMetrics(server.url)).get('benshi_mails_waiting')).toBe(0);
});
