import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privacyAnswerSchema } from '#shared/api/privacy.ts';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { privacyRecipients as texts } from '#shared/messages/privacy-facts.ts';
import type { RepositoryCopy } from '../support/copy-repository.ts';
import type { ProviderStandIn } from '../support/provider-stand-in.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { makeAnalysisForm, postJson, usualPrompt } from '../support/requests.ts';
import { type Environment, type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { copyWithThirdEngine } from '../support/third-engine/copy-with-third-engine.ts';
import { type ParrotCall, startParrotStandIn } from '../support/third-engine/stand-in.ts';
import { fetchSample } from '../support/voice-samples.ts';

const key = 'key-0f-th3-p4rr0t';
let copy: RepositoryCopy;
let provider: ProviderStandIn<ParrotCall>;
let server: ServerProcess;

beforeAll(async () => {
  copy = await copyWithThirdEngine();
  provider = await startParrotStandIn();
  server = await start({ PARROT_BASE_URL: provider.origin, PARROT_API_KEY: key });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
  await copy?.[Symbol.asyncDispose]();
});

function start(environment: Environment): Promise<ServerProcess> {
  return startServerProcess(environment, [process.execPath, join(copy.path, 'src/server/main.ts')]);
}

async function ask(path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

test('an engine added by the guide compiles and passes the rules of layers', {
  tags: 'long',
}, () => {
  const { exitCode, output } = copy.check('types in Node', 'layers');
  expect(exitCode, output).toBe(0);
});

describe('an engine added by the guide', { tags: 'long' }, () => {
  test('is shown on the page for vision, script and speech', async () => {
    const parrot = { name: 'Parrot', isOffline: false };
    expect(await ask('/api/config')).toMatchObject({
      engines: { vision: parrot, script: parrot, speech: parrot },
    });
    const { engines } = voicesAnswerSchema.parse(await ask('/api/voices'));
    expect(engines.premium).toEqual({
      id: 'parrot',
      ...parrot,
      hasPremiumVoices: true,
      differentVoices: 41,
      unsharedVoices: 41,
      ownVoices: [],
      languages: ['English', 'French'],
      borrowedVoices: [],
    });
    expect(engines.standard).toEqual({ ...engines.premium, differentVoices: 5, unsharedVoices: 5 });
  });

  test('is listed on the privacy page with the data it gets and its model', async () => {
    const { recipients } = privacyAnswerSchema.parse(await ask('/api/privacy'));
    expect(recipients).toEqual([
      {
        topics: ['narrations'],
        name: 'Parrot',
        gets: [texts.visionGets, texts.scriptGets, texts.speechGets, texts.noIdentity]
          .map(message => t(message))
          .join(' '),
        why: [texts.visionBy, texts.scriptBy, texts.speechBy]
          .map(message => t(message, { model: 'macaw-2' }))
          .join(' '),
      },
    ]);
  });

  test('does vision, script and speech, and /metrics counts them under its name', async () => {
    const form = await makeAnalysisForm({ frames: 2 });
    const looked = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
    expect(await looked.json()).toMatchObject({ analysis: 'A dog runs.' });
    const prompt = { analysis: 'A dog runs.', prompt: usualPrompt, language: 'English', durationSeconds: 10 };
    const written = await postJson(`${server.url}/api/free/script`, prompt);
    const { script } = (await written.json()) as { script: string };
    const spoken = await postJson(`${server.url}/api/free/speech`, { script, voice: 'nova' });
    expect(spoken.status).toBe(200);
    expect((await spoken.bytes()).length).toBeGreaterThan(1000);
    expect(provider.requests.map(({ call }) => call)).toEqual(['look', 'write', 'speak']);
    const figures = await readMetrics(server.url);
    for (const step of ['vision', 'script', 'speech']) {
      const labels = `provider="Parrot",step="${step}",outcome="ok"`;
      expect(figures.get(`benshi_provider_calls_total{${labels}}`)).toBe(1);
    }
    expect(figures.get('benshi_frames_looked_at_total{provider="Parrot"}')).toBe(2);
    expect(figures.get('benshi_characters_spoken_total{provider="Parrot"}')).toBe(script.length);
  });

  test('shortens and lengthens a script, which /metrics counts as script calls', async () => {
    const before = provider.requests.length;
    const fit = { script: 'Look, a dog. It runs to the sea.', language: 'English', durationSeconds: 10 };
    const shorten = { ...fit, change: 'shorten', spokenSeconds: 20, prompt: usualPrompt };
    const shortened = await postJson(`${server.url}/api/free/rewrite`, shorten);
    expect(await shortened.json()).toMatchObject({ script: 'Look, a dog.' });
    const lengthen = { ...fit, change: 'lengthen', spokenSeconds: 5 };
    const lengthened = await postJson(`${server.url}/api/free/rewrite`, lengthen);
    expect(await lengthened.json()).toMatchObject({ script: 'Look, a dog. It runs and runs to the sea.' });
    const [model, script, language] = ['macaw-2', fit.script, 'en'];
    expect(provider.requests.slice(before).map(({ body }) => body)).toEqual([
      { model, script, language, change: 'shorten', words: 3, prompt: usualPrompt },
      { model, script, language, change: 'lengthen', words: 15 },
    ]);
    const figures = await readMetrics(server.url);
    expect(figures.get('benshi_provider_calls_total{provider="Parrot",step="script",outcome="ok"}')).toBe(3);
  });

  test('speaks voice samples, each once, in the languages that it lists', async () => {
    const before = provider.requests.length;
    const heard = await fetchSample(server, 'Rachel', 'French');
    expect(heard.status).toBe(200);
    expect((await fetchSample(server, 'Rachel', 'French')).etag).toBe(heard.etag);
    // It does not list Welsh, so another engine speaks.
    expect(await fetchSample(server, 'Rachel', 'Welsh')).toMatchObject({ status: 200 });
    const [request, ...others] = provider.requests.slice(before);
    expect(request?.body).toMatchObject({ voice: 'Rachel', language: 'fr', model: 'macaw-2' });
    expect(others).toEqual([]);
  });

  test("keeps its key out of requests and log, and refuses the example's key", async () => {
    provider.next('look', ({ response }) => void response.writeHead(401).end(key));
    const form = await makeAnalysisForm();
    const refused = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
    expect(await refused.json()).toMatchObject({ error: { code: 'provider_unavailable' } });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(server.logged.join('\n')).not.toContain(key);
    await expect(start({ NODE_ENV: 'production', PARROT_API_KEY: 'sk-...' })).rejects.toThrow(
      'PARROT_API_KEY is an example, not a key. Write your own key, or leave it out.',
    );
  });

  test('changes nothing where it is not configured', { tags: 'long' }, async () => {
    await using alone = await start({});
    const answer = await fetch(`${alone.url}/api/config`);
    expect(await answer.json()).toMatchObject({
      engines: { speech: { name: 'the offline engine', isOffline: true } },
    });
  });
});
