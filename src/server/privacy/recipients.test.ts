import { expect, test } from 'vitest';
import { noPictures } from '../../../tests/support/no-pictures.ts';
import { chooseEngines } from '../choose-engines.ts';
import { readConfig } from '../config/config.ts';
import { describeRecipients } from './recipients.ts';

async function list(environment: Record<string, string>) {
  const config = readConfig(environment);
  const engines = await chooseEngines(config, noPictures);
  const recipients = describeRecipients(config, engines);
  await engines.close();
  return recipients;
}

/** Without their topics, which a test of their own asserts. */
async function describe(environment: Record<string, string>) {
  return (await list(environment)).map(({ topics: _, ...recipient }) => recipient);
}

const openAi = {
  name: 'OpenAI',
  gets: 'The pictures of the video and your prompt; the description of the pictures, your prompt and the language, and a script that you want shorter or longer; the script that is spoken. Neither your address nor your account.',
  why: 'It looks (gpt-4o), writes (gpt-4o), speaks (tts-1).',
};

const keyOfOpenAi = { OPENAI_API_KEY: 'a-key', OPENAI_VISION_MODEL: 'gpt-4o', OPENAI_SPEECH_MODEL: 'tts-1' };

const elevenLabs = {
  name: 'ElevenLabs',
  gets: 'The script that a premium voice speaks. Neither your address nor your account.',
  why: 'It speaks the premium voices (eleven_v3).',
};

test('a server that looks, writes and speaks itself gives nothing to anybody', async () => {
  expect(await describe({})).toEqual([]);
});

test('a provider is listed once, with what it gets for each step and the model that does it', async () => {
  expect(await describe(keyOfOpenAi)).toEqual([openAi]);
});

test('who speaks the premium voices alone gets the scripts of those', async () => {
  const environment = { ELEVENLABS_API_KEY: 'a-key', ELEVENLABS_MODEL: 'eleven_v3' };
  expect(await describe({ ...environment, SPEECH_PROVIDER: 'offline' })).toEqual([elevenLabs]);
  expect(await describe({ ...environment, ...keyOfOpenAi })).toEqual([openAi, elevenLabs]);
});

test('who may speak in place of another is named, too', async () => {
  const environment = {
    ...keyOfOpenAi,
    GEMINI_API_KEY: 'a-key',
    GEMINI_SPEECH_MODEL: 'gemini-3.8-flash-tts',
  };
  expect(await describe(environment)).toEqual([
    openAi,
    {
      name: 'Gemini',
      gets: 'The script that it speaks in place of another. Neither your address nor your account.',
      why: 'It speaks in place of another (gemini-3.8-flash-tts).',
    },
  ]);
});

test('two servers of whoever runs this one are one recipient', async () => {
  const environment = {
    OPENAI_BASE_URL: 'http://localhost:1/v1',
    OPENAI_VISION_MODEL: 'gpt-4o',
    OPENAI_SPEECH_MODEL: 'tts-1',
    ELEVENLABS_BASE_URL: 'http://10.0.0.2',
  };
  expect(await describe(environment)).toEqual([
    {
      name: 'our own AI server',
      gets: 'The pictures of the video and your prompt; the description of the pictures, your prompt and the language, and a script that you want shorter or longer; the script that is spoken; the script that a premium voice speaks. Neither your address nor your account.',
      why: 'It looks (gpt-4o), writes (gpt-4o), speaks (tts-1), speaks the premium voices (eleven_multilingual_v2).',
    },
  ]);
});

test('each recipient belongs to the topics of which it receives data', async () => {
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
