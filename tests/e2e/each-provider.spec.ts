import type { Page } from '@playwright/test';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { testKey as anthropicKey } from '../support/anthropic-calls.ts';
import { startAnthropicStandIn } from '../support/anthropic-stand-in.ts';
import { testKey as azureKey, speechKey } from '../support/azure-calls.ts';
import { deployments, startAzureStandIn } from '../support/azure-stand-in.ts';
import { startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { startKokoroStandIn } from '../support/kokoro-stand-in.ts';
import { testKey as mistralKey } from '../support/mistral-calls.ts';
import { startMistralStandIn } from '../support/mistral-stand-in.ts';
import { startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { nextYearsModels, startRealtimeStandIn, todaysModels } from '../support/realtime-stand-in.ts';
import { sentences } from '../support/sentences.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { expect, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { downloadNarration, writeNarration } from './narrate.ts';
import {
  chooseLanguage,
  collectAlerts,
  findStudio,
  makeVideoFile,
  openFields,
  openPanel,
} from './studio-page.ts';

/** OpenAI over TLS, which the Realtime client requires, and the server's settings to reach it. */
async function startRealtime() {
  const standIn = await startRealtimeStandIn();
  const folder = await makeTemporaryFolder();
  const environment = {
    OPENAI_API_KEY: 'sk-of-the-test',
    OPENAI_BASE_URL: standIn.baseUrl,
    NODE_EXTRA_CA_CERTS: await folder.write('certificate.pem', standIn.certificate),
  };
  return {
    standIn,
    environment,
    async [Symbol.asyncDispose]() {
      await standIn.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The same for each narration: another video would be asked about. */
const video = makeVideoFile();

/** Narrates a video as a visitor, to the downloaded sound. */
async function narrate(page: Page, url: string, language: string) {
  await page.goto(url);
  const studio = findStudio(page);
  const script = await writeNarration(studio, await video, language);
  return { script, sound: await measureSound(page, await downloadNarration(studio)) };
}

test("an OpenAI key alone works with today's models: gpt-4o and tts-1", {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  const standIn = await startOpenAiStandIn();
  try {
    standIn.setModels('gpt-4o-mini', 'gpt-4o', 'tts-1-hd', 'tts-1');
    const server = await startOwnServer({
      OPENAI_API_KEY: 'sk-of-the-test',
      OPENAI_BASE_URL: standIn.baseUrl,
    });
    const { script, sound } = await narrate(page, server.url, 'English');
    expect(script).toMatch(/^A dog waits in the sun\./);
    expect(sound.loudness).toBeGreaterThan(0.02);
    expect(standIn.requests.map(({ call, body }) => [call, body.model])).toEqual([
      ['vision', 'gpt-4o'],
      ['script', 'gpt-4o'],
      ['speech', 'tts-1'],
    ]);
  } finally {
    await standIn.close();
  }
});

test('an OpenAI key alone works when only gpt-6-luna and the Realtime API are left', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  await using realtime = await startRealtime();
  const { standIn, environment } = realtime;
  const server = await startOwnServer(environment);
  const { script, sound } = await narrate(page, server.url, 'English');
  expect(script).toMatch(/^A dog waits in the sun\./);
  expect(sound.loudness).toBeGreaterThan(0.02);
  // The first vision request may be repeated, because it finds out what the model refuses.
  expect([...new Set(standIn.requests.map(({ call, body }) => `${call} ${body.model}`))]).toEqual([
    'vision gpt-6-luna',
    'script gpt-6-luna',
  ]);
  expect(standIn.sessions.map(({ query }) => query.model)).toEqual(['gpt-realtime-2.1-mini']);
  // Three of the five voices do not exist there: the page names their substitutes.
  await openFields(findStudio(page));
  await expect(
    page.getByText(t(engineNoteMessages.speechAs, { name: 'our own AI server', ownVoice: 'marin' })),
  ).toBeVisible();
});

test('a speech endpoint that is shut down between two narrations is replaced', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  await using realtime = await startRealtime();
  const { standIn, environment } = realtime;
  standIn.setModels(...todaysModels);
  const server = await startOwnServer(environment);
  const first = await narrate(page, server.url, 'English');
  expect(first.sound.loudness).toBeGreaterThan(0.02);
  expect(standIn.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
  expect(standIn.sessions).toHaveLength(0);
  standIn.setModels(...nextYearsModels);
  const second = await narrate(page, server.url, 'English');
  expect(second.sound.loudness).toBeGreaterThan(0.02);
  expect(standIn.sessions).toHaveLength(1);
});

for (const [vendor, key, setting, start] of [
  ['Gemini', 'key-of-the-test', 'GEMINI', startGeminiStandIn],
  ['Mistral', mistralKey, 'MISTRAL', startMistralStandIn],
] as const)
  test(`a ${vendor} key alone does every step`, { tag: '@long' }, async ({ page, startOwnServer }) => {
    const standIn = await start();
    try {
      const server = await startOwnServer({
        [`${setting}_API_KEY`]: key,
        [`${setting}_BASE_URL`]: standIn.baseUrl,
      });
      const { script, sound } = await narrate(page, server.url, 'French');
      expect(script).toBe(sentences.French.slice(0, 2).join(' '));
      expect(sound.loudness).toBeGreaterThan(0.02);
      const lists = ['models', 'model', 'voices'];
      const work = standIn.requests.map(({ call }) => call).filter(call => !lists.includes(call));
      // Mistral takes eight pictures in a request, and ten are shown.
      const looks = vendor === 'Mistral' ? ['vision', 'vision'] : ['vision'];
      expect(work).toEqual([...looks, 'script', 'speech']);
      expect(await page.content()).not.toContain(key);
    } finally {
      await standIn.close();
    }
  });

test('an Anthropic key alone looks and writes, and the offline voice speaks', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const standIn = await startAnthropicStandIn();
  try {
    const server = await startOwnServer({
      ANTHROPIC_API_KEY: anthropicKey,
      ANTHROPIC_BASE_URL: standIn.baseUrl,
    });
    const { script, sound } = await narrate(page, server.url, 'French');
    expect(script).toBe(sentences.French.slice(0, 2).join(' '));
    expect(sound.loudness).toBeGreaterThan(0.02);
    const work = standIn.requests.filter(({ call }) => call !== 'models');
    expect(work.map(({ call }) => call)).toEqual(['vision', 'script']);
    expect(await page.content()).not.toContain(anthropicKey);
  } finally {
    await standIn.close();
  }
});

test('a deployment of Azure OpenAI looks and writes, and Azure Speech speaks', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const standIn = await startAzureStandIn();
  try {
    const server = await startOwnServer({
      AZURE_OPENAI_ENDPOINT: standIn.origin,
      AZURE_OPENAI_API_KEY: azureKey,
      AZURE_OPENAI_VISION_DEPLOYMENT: deployments.vision,
      AZURE_SPEECH_KEY: speechKey,
      AZURE_SPEECH_BASE_URL: standIn.origin,
    });
    const { script, sound } = await narrate(page, server.url, 'French');
    expect(script).toBe(sentences.French.slice(0, 2).join(' '));
    expect(sound.loudness).toBeGreaterThan(0.02);
    const work = standIn.requests.filter(({ call }) => call !== 'voices');
    expect(work.map(({ call }) => call)).toEqual(['vision', 'script', 'ssml']);
    expect(work.at(-1)?.body).toContain('xml:lang="fr-FR"');
    for (const key of [azureKey, speechKey]) expect(await page.content()).not.toContain(key);
  } finally {
    await standIn.close();
  }
});

test('Ollama and Kokoro on this machine work without a key; German, which Kokoro lacks, uses the offline voice', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  const ollama = await startOllamaStandIn();
  const kokoro = await startKokoroStandIn();
  try {
    const server = await startOwnServer({
      OPENAI_BASE_URL: ollama.baseUrl,
      OPENAI_SPEECH_BASE_URL: kokoro.baseUrl,
    });
    const { script, sound } = await narrate(page, server.url, 'French');
    expect(script).toMatch(/^A dog waits in the sun\./);
    expect(sound.loudness).toBeGreaterThan(0.02);
    const studio = findStudio(page);
    await openFields(studio);
    await expect(
      page.getByText(t(engineNoteMessages.speechAs, { name: 'our own AI server', ownVoice: 'Siwis' })),
    ).toBeVisible();
    expect(ollama.requests.map(({ call }) => call)).toEqual(expect.arrayContaining(['vision', 'script']));
    expect(kokoro.spoken.map(({ body }) => body.lang_code)).toEqual(['f']);
    // Kokoro has no German: the page says beforehand who speaks it.
    await chooseLanguage(studio, 'German');
    await expect(
      page.getByText(
        t(languageMessages.spokenByOther, {
          language: 'German',
          provider: 'our own AI server',
          speaker: t(voicesMessages.offlineVoice),
        }),
      ),
    ).toBeVisible();
  } finally {
    await ollama.close();
    await kokoro.close();
  }
});

test('vision of one provider and script and speech of another: when speech fails, the first speaks on request', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  const gemini = await startGeminiStandIn();
  const openAi = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({
      GEMINI_API_KEY: 'key-of-the-test',
      GEMINI_BASE_URL: gemini.baseUrl,
      OPENAI_BASE_URL: openAi.baseUrl,
      VISION_PROVIDER: 'gemini',
    });
    const { script, sound } = await narrate(page, server.url, 'English');
    expect(script).toMatch(/^A dog waits in the sun\./);
    expect(sound.loudness).toBeGreaterThan(0.02);
    expect(openAi.requests.map(({ call }) => call)).toEqual(['script', 'speech']);
    const work = () => gemini.requests.map(({ call }) => call).filter(call => !call.startsWith('model'));
    expect(work()).toEqual(['vision']);
    openAi.always('speech', ({ response }) => void response.writeHead(403).end());
    collectAlerts(page);
    const studio = findStudio(page);
    await studio.generateAudio.click();
    await expect(studio.problem).toBeVisible();
    expect(work()).toEqual(['vision']);
    await page
      .getByRole('button', { name: t(studioMessages.speakWith, { name: 'our own AI server' }) })
      .click();
    await expect(studio.download).toBeVisible();
    await openPanel(page, 'voices');
    await expect(page.getByText(/^Narration: synthetic voice, nova by our own AI server/)).toBeVisible();
    expect(work()).toEqual(['vision', 'speech']);
    complaints.length = 0;
  } finally {
    await gemini.close();
    await openAi.close();
  }
});
