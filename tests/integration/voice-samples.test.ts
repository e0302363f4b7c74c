// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { fetchSample, waitForQueue, waitForWaitingClients } from '../support/voice-samples.ts';

let provider: OpenAiStandIn;
beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
afterAll(() => provider.close());

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  const running: InnerServer[] = [];

  beforeEach(async () => {
    provider.reset();
    place = await makePlace();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server[Symbol.asyncDispose]();
    place.remove();
  });

  async function start(environment: Record<string, string> = {}): Promise<InnerServer> {
    const server = await startTestServer({
      environment: {
        ...place.environment,
        TRUST_PROXY: '127.0.0.1',
        OPENAI_BASE_URL: provider.baseUrl,
        ...environment,
      },
    });
    running.push(server);
    return server;
  }

  /** Of another visitor for each number: one has few requests at once. */
  function fetchFrom(server: InnerServer, at: number) {
    return fetchSample(server, 'nova', 'English', { headers: { 'x-forwarded-for': `203.0.113.${at}` } });
  }

  async function stop(server: InnerServer): Promise<void> {
    running.splice(running.indexOf(server), 1);
    await server[Symbol.asyncDispose]();
  }

  test('a hundred concurrent requests cause one synthesis and get the same sound', async () => {
    const server = await start();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => fetchFrom(server, at)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]?.body).toMatchObject({ voice: 'nova' });
  });

  test('a failure is reported to all who wait, and not cached', async () => {
    const server = await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('speech', async exchange => {
      await released;
      refusals.contentPolicy(exchange);
    });
    const waiting = Array.from({ length: 5 }, (_, at) => fetchFrom(server, at));
    await waitForWaitingClients(server, 5);
    release();
    const failed = await Promise.all(waiting);
    expect(failed.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(provider.requests).toHaveLength(1);
    expect(await fetchSample(server, 'nova')).toMatchObject({ status: 200 });
  });

  test('half a sound is not cached', async () => {
    const server = await start();
    provider.next('speech', brokenAnswers.cutInTheMiddle);
    expect((await fetchSample(server, 'nova')).status).toBeGreaterThanOrEqual(500);
    const { status, bytes } = await fetchSample(server, 'nova');
    expect(status).toBe(200);
    expect((await fetchSample(server, 'nova')).bytes).toEqual(bytes);
    expect(provider.requests).toHaveLength(2);
  });

  test('endless sound is cut off and not cached', async () => {
    const server = await start();
    provider.next('speech', brokenAnswers.endless);
    expect(await fetchSample(server, 'nova')).toMatchObject({ status: 502, code: 'provider_garbage' });
    expect((await provider.requests[0]?.closed)?.early).toBe(true);
    expect(await fetchSample(server, 'nova')).toMatchObject({ status: 200 });
  });

  describe('a client that disconnects', () => {
    test('does not stop the work for others', async () => {
      const server = await start();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      provider.next('speech', pauseInTheMiddle(released));
      const leaver = new AbortController();
      const left = fetchSample(server, 'nova', 'English', { signal: leaver.signal });
      const request = await provider.waitForRequest('speech');
      const stayed = fetchSample(server, 'nova');
      await waitForWaitingClients(server, 2);
      leaver.abort();
      await expect(left).rejects.toThrow();
      await waitForWaitingClients(server, 1);
      release();
      expect(await stayed).toMatchObject({ status: 200 });
      expect((await request.closed).early).toBe(false);
      expect(provider.requests).toHaveLength(1);
    });

    test('last stops the synthesis, and the next request starts it again', async () => {
      const server = await start();
      provider.next('speech', pauseInTheMiddle(new Promise(() => {})));
      const leavers = [new AbortController(), new AbortController()];
      const left = leavers.map(({ signal }) => fetchSample(server, 'nova', 'English', { signal }));
      const request = await provider.waitForRequest('speech');
      await waitForWaitingClients(server, 2);
      for (const leaver of leavers) leaver.abort();
      for (const each of left) await expect(each).rejects.toThrow();
      expect((await request.closed).early).toBe(true);
      expect(await fetchSample(server, 'nova')).toMatchObject({ status: 200 });
      expect(provider.requests).toHaveLength(2);
    });

    test('before its turn makes no provider call', async () => {
      const server = await start();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      provider.next('speech', pauseInTheMiddle(released));
      const first = fetchSample(server, 'nova');
      await provider.waitForRequest('speech');
      const leaver = new AbortController();
      const left = fetchSample(server, 'onyx', 'English', { signal: leaver.signal });
      await waitForQueue(server, 1);
      leaver.abort();
      await expect(left).rejects.toThrow();
      await waitForQueue(server, 0);
      release();
      expect(await first).toMatchObject({ status: 200 });
      expect(await fetchSample(server, 'alloy')).toMatchObject({ status: 200 });
      expect(provider.requests.map(({ body }) => body.voice)).toEqual(['nova', 'alloy']);
    });
  });

  test('samples are made one after the other', async () => {
    const server = await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('speech', pauseInTheMiddle(released));
    const first = fetchSample(server, 'nova');
    await provider.waitForRequest('speech');
    const second = fetchSample(server, 'onyx');
    await waitForQueue(server, 1);
    expect(await fetchSample(server, 'nova', 'English', { method: 'HEAD' })).toMatchObject({ status: 200 });
    expect(provider.requests).toHaveLength(1);
    release();
    expect(await first).toMatchObject({ status: 200 });
    expect(await second).toMatchObject({ status: 200 });
  });

  test('a stopping server disconnects from the provider and asks clients to retry', {
    tags: 'long',
  }, async () => {
    const server = await start();
    provider.next('speech', pauseInTheMiddle(new Promise(() => {})));
    const waiting = fetchSample(server, 'nova');
    const request = await provider.waitForRequest('speech');
    await server.stop(0);
    expect(await waiting).toMatchObject({ status: 503, retryAfter: '5' });
    expect((await request.closed).early).toBe(true);
    await stop(server);
    expect(await fetchSample(await start(), 'nova')).toMatchObject({ status: 200 });
  });
});

describe('a language that the engine does not list', () => {
  test('is spoken by the next engine that does, without calling the first', { tags: 'long' }, async () => {
    const elevenLabs = await startElevenLabsStandIn();
    const environment = {
      ELEVENLABS_BASE_URL: elevenLabs.baseUrl,
      ELEVENLABS_MODEL: 'eleven_multilingual_v2',
    };
    await using server = await startTestServer({ environment });
    for (const method of ['GET', 'HEAD'])
      expect((await fetchSample(server, 'Charlotte', 'Welsh', { method })).status).toBe(200);
    expect(elevenLabs.requests).toEqual([]);
    expect(await fetchSample(server, 'Charlotte', 'French')).toMatchObject({ status: 200 });
    expect(elevenLabs.requests.map(({ call }) => call)).toEqual(['voices', 'speech']);
    await elevenLabs.close();
  });

  test('is spoken anyway when the engine lists none', async () => {
    provider.reset();
    provider.setModels('my-own-model');
    const environment = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_SPEECH_MODEL: 'my-own-model' };
    await using server = await startTestServer({ environment });
    const { engines } = (await (await fetch(`${server.url}/api/voices`)).json()) as VoicesAnswer;
    expect(engines.standard.languages).toEqual([]);
    expect(await fetchSample(server, 'nova', 'Welsh')).toMatchObject({ status: 200 });
  });
});
