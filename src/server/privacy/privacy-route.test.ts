import { expect, test } from 'vitest';
import { type Message, t } from '#shared/messages/message.ts';
import { privacyRecipients as texts } from '#shared/messages/privacy-facts.ts';
import { noPictures } from '../../../tests/support/no-pictures.ts';
import { chooseEngines } from '../choose-engines.ts';
import { readConfig } from '../config/config.ts';
import { describeRecipients } from './privacy-route.ts';

async function list(environment: Record<string, string>) {
  const config = readConfig(environment);
  const engines = await chooseEngines(config, noPictures);
  const recipients = describeRecipients(config, engines);
  await engines.close();
  return recipients;
}

/** Without topics, which have their own test. */
async function describe(environment: Record<string, string>) {
  return (await list(environment)).map(({ topics: _, ...recipient }) => recipient);
}

const openAi = {
  name: 'OpenAI',
  gets: join(texts.visionGets, texts.scriptGets, texts.speechGets, texts.transcriptionGets, texts.noIdentity),
  why: [
    t(texts.visionBy, { model: 'gpt-4o' }),
    t(texts.scriptBy, { model: 'gpt-4o' }),
    t(texts.speechBy, { model: 'tts-1' }),
    t(texts.transcriptionBy, { model: 'gpt-transcribe' }),
  ].join(' '),
};

const models = {
  OPENAI_VISION_MODEL: 'gpt-4o',
  OPENAI_SPEECH_MODEL: 'tts-1',
  OPENAI_TRANSCRIPTION_MODEL: 'gpt-transcribe',
};
const keyOfOpenAi = { OPENAI_API_KEY: 'a-key', ...models };

const elevenLabs = {
  name: 'ElevenLabs',
  gets: join(texts.premiumSpeechGets, texts.noIdentity),
  why: `${t(texts.premiumSpeechBy, { model: 'eleven_v3' })}`,
};

function join(...messages: Message[]): string {
  return messages.map(message => t(message)).join(' ');
}

test('an offline server has no recipients', async () => {
  expect(await describe({})).toEqual([]);
});

test('a provider is listed once, with its data and model for each step', async () => {
  expect(await describe(keyOfOpenAi)).toEqual([openAi]);
});

test('a provider of only the premium voices receives their scripts', async () => {
  const environment = { ELEVENLABS_API_KEY: 'a-key', ELEVENLABS_MODEL: 'eleven_v3' };
  const alone = { ...environment, SPEECH_PROVIDER: 'offline', TRANSCRIBE: 'off' };
  expect(await describe(alone)).toEqual([elevenLabs]);
  expect(await describe({ ...environment, ...keyOfOpenAi })).toEqual([openAi, elevenLabs]);
});

test('fallback providers of speech are listed, too', async () => {
  const environment = {
    ...keyOfOpenAi,
    GEMINI_API_KEY: 'a-key',
    GEMINI_SPEECH_MODEL: 'gemini-3.8-flash-tts',
  };
  expect(await describe(environment)).toEqual([
    openAi,
    {
      name: 'Gemini',
      gets: join(texts.otherSpeechGets, texts.noIdentity),
      why: t(texts.otherSpeechBy, { model: 'gemini-3.8-flash-tts' }),
    },
  ]);
});

test('two servers of the operator are one recipient', async () => {
  const environment = {
    OPENAI_BASE_URL: 'http://localhost:1/v1',
    ...models,
    ELEVENLABS_BASE_URL: 'http://10.0.0.2',
  };
  expect(await describe(environment)).toEqual([
    {
      name: 'our own AI server',
      gets: join(
        texts.visionGets,
        texts.scriptGets,
        texts.speechGets,
        texts.premiumSpeechGets,
        texts.transcriptionGets,
        texts.noIdentity,
      ),
      why: [
        t(texts.visionBy, { model: 'gpt-4o' }),
        t(texts.scriptBy, { model: 'gpt-4o' }),
        t(texts.speechBy, { model: 'tts-1' }),
        t(texts.premiumSpeechBy, { model: 'eleven_v4' }),
        t(texts.transcriptionBy, { model: 'gpt-transcribe' }),
      ].join(' '),
    },
  ]);
});

test('each recipient has the topics of the data it receives', async () => {
  const recipients = await list({
    ...keyOfOpenAi,
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'benshi@example.org',
    EMAILJS_ORIGIN: 'https://api.emailjs.com',
  });
  expect(recipients.map(({ topics }) => topics)).toEqual([
    ['narrations'],
    ['messages', 'accounts'],
    ['messages'],
  ]);
});
