// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VoiceSampleLimits } from '#server/voices/voice-samples.ts';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { fetchSample, waitForQueue, waitForWaitingClients } from '../support/voice-samples.ts';

let provider: OpenAiStandIn;
beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
afterAll(() => provider.close());

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  beforeEach(async () => {
    provider.reset();
    place = await makePlace();
  });
  afterEach(() => place.remove());

  function start(voiceSampleLimits: Partial<VoiceSampleLimits> = {}): Promise<InnerServer> {
    return startTestServer({
      environment: { ...place.environment, TRUST_PROXY: '127.0.0.1', OPENAI_BASE_URL: provider.baseUrl },
      voiceSampleLimits,
    });
  }

  describe('new samples from one address', () => {
    const newPerAddress = { most: 2, windowSeconds: 600 };
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

    test('are limited; existing ones are not', async () => {
      await using server = await start({ newPerAddress });
      const here = from('192.0.2.1');
      expect((await fetchSample(server, 'nova', 'English', here)).status).toBe(200);
      expect((await fetchSample(server, 'onyx', 'English', here)).status).toBe(200);
      const refused = await fetchSample(server, 'alloy', 'English', here);
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(Number(refused.retryAfter)).toBeGreaterThan(300);
      expect(refused.message).toMatch(
        /^You have played many new voice samples\. Try again in (?:[6-9]|10) minutes\. /u,
      );
      for (let count = 0; count < 10; count += 1)
        expect((await fetchSample(server, 'onyx', 'English', here)).status).toBe(200);
      expect(provider.requests).toHaveLength(2);
      expect((await fetchSample(server, 'alloy', 'English', from('192.0.2.2'))).status).toBe(200);
      expect((await fetchSample(server, 'alloy', 'English', here)).status).toBe(200);
    });

    test('are limited for all visitors together where a provider is paid for them', async () => {
      await using server = await start({ newForVisitors: { most: 2, windowSeconds: 600 } });
      const play = (voice: string, address: string, headers: Record<string, string> = {}) =>
        fetchSample(server, voice, 'English', { headers: { 'x-forwarded-for': address, ...headers } });
      const cookie = await signUpForCookie(server.url);
      expect((await play('nova', '192.0.2.1')).status).toBe(200);
      expect((await play('onyx', '192.0.2.2', { cookie })).status).toBe(200);
      expect(await play('alloy', '192.0.2.3')).toMatchObject({ status: 429, code: 'rate_limited' });
      expect((await play('onyx', '192.0.2.3')).status).toBe(200);
      expect(provider.requests).toHaveLength(2);
    });

    test('are refused only to that address, even when another one waits for the same', async () => {
      await using server = await start({ newPerAddress });
      for (const voice of ['nova', 'onyx']) await fetchSample(server, voice, 'English', from('192.0.2.1'));
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      provider.next('speech', pauseInTheMiddle(released));
      const paused = fetchSample(server, 'fable');
      await provider.waitForRequest('speech');
      const greedy = fetchSample(server, 'alloy', 'English', from('192.0.2.1'));
      await waitForWaitingClients(server, 2);
      const modest = fetchSample(server, 'alloy', 'English', from('192.0.2.2'));
      await waitForWaitingClients(server, 3);
      release();
      expect((await paused).status).toBe(200);
      expect((await greedy).status).toBe(429);
      expect((await modest).status).toBe(200);
      expect(provider.requests).toHaveLength(4);
    });

    test('wait for one of them at a time, also for the same', async () => {
      await using server = await start();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      provider.next('speech', pauseInTheMiddle(released));
      const voices = ['fable', 'nova', 'onyx', 'alloy'];
      const greedy = voices.map(voice => fetchSample(server, voice, 'English', from('192.0.2.1')));
      await provider.waitForRequest('speech');
      await waitForQueue(server, voices.length - 1);
      const modest = ['alloy', 'shimmer'].map(voice =>
        fetchSample(server, voice, 'English', from('192.0.2.2')),
      );
      await waitForQueue(server, voices.length + 1);
      release();
      for (const heard of await Promise.all([...greedy, ...modest])) expect(heard.status).toBe(200);
      const made = provider.requests.map(({ body }) => body.voice);
      expect(made.toSorted()).toEqual([...voices, 'shimmer'].toSorted());
      // Requests sent at once arrive in any order; the two addresses take turns.
      const places = [made.indexOf('alloy'), made.indexOf('shimmer')];
      expect(Math.min(...places)).toBeLessThanOrEqual(2);
      expect(Math.max(...places)).toBeLessThanOrEqual(4);
    });

    test('do not count when another address has them made', async () => {
      await using server = await start({ newPerAddress });
      await Promise.all(
        Array.from({ length: 20 }, () => fetchSample(server, 'nova', 'English', from('192.0.2.1'))),
      );
      expect((await fetchSample(server, 'onyx', 'English', from('192.0.2.1'))).status).toBe(200);
      expect((await fetchSample(server, 'alloy', 'English', from('192.0.2.1'))).status).toBe(429);
    });
  });

  test('beyond the total limit the oldest samples are deleted', async () => {
    const first = await start();
    const { bytes } = await fetchSample(first, 'nova');
    await first[Symbol.asyncDispose]();
    provider.reset();
    await using small = await start({ maxBytes: bytes.length * 2 });
    for (const voice of ['onyx', 'alloy', 'fable']) await fetchSample(small, voice);
    expect(provider.requests).toHaveLength(3);
    for (const voice of ['alloy', 'fable']) await fetchSample(small, voice);
    expect(provider.requests).toHaveLength(3);
    await fetchSample(small, 'nova');
    await fetchSample(small, 'onyx');
    expect(provider.requests).toHaveLength(5);
  });
});
