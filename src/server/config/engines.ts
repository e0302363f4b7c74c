import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { SetupStep } from '#shared/api/setup.ts';
import type { serverSettings } from './server.ts';
import {
  commaSeparated,
  keySetting,
  numberSetting,
  setting,
  type ValuesOf,
  webAddress,
  wholeNumber,
} from './setting.ts';

/** No client sends them, and their errors quote them. */
function serverAddress(example: string) {
  return webAddress(`must be an address such as ${example}`).refine(text => {
    const { username, password } = new URL(text);
    return username + password === '';
  }, 'must have no user or password in it');
}

const auto = 'auto';
const modelName = z.string().trim().min(1, 'must be the name of a model, or auto').default(auto);

const deploymentName = z.string().trim().min(1, 'must be the name of a deployment').optional();

const allStepProviders = ['openai', 'gemini', 'mistral', 'azure', 'local'] as const;
const textProviders = [...allStepProviders, 'anthropic'] as const;
const speechProviders = [...allStepProviders, 'elevenlabs'] as const;

function oneOf(providers: readonly string[]) {
  return z.enum([auto, ...providers, 'offline'] as [string, ...string[]]).default(auto);
}

function roleSettings(work: string) {
  return {
    key: keySetting(
      `Key for ${work}, if another.`,
      `Write your own key, or leave it out to use OPENAI_API_KEY.`,
    ),
    baseUrl: setting(
      serverAddress('http://localhost:8880/v1').optional(),
      'OPENAI_BASE_URL',
      `Address for ${work}, if another. Needs no key for a server without one.`,
    ),
  };
}

const vision = roleSettings('looking at the frames');
const script = roleSettings('writing the script');
const speech = roleSettings('speaking');
const transcription = roleSettings('transcribing');

const textLanguages = commaSeparated
  .transform(codes => codes.filter(code => code !== ''))
  .refine(
    codes => codes.every(code => /^[a-z]{3}(?:_[a-z]{1,10})?$/u.test(code)),
    'must be codes of languages as data packages of Tesseract have them, separated by commas, such as deu, jpn',
  );

/**
 * Of Ollama, LM Studio, llama.cpp and LocalAI, vLLM and Speaches, Kokoro-FastAPI, vLLM-Omni, Chatterbox, and Piper, by their
 * documentation. On macOS AirPlay may listen at Piper's: it refuses every question, and so it is not used.
 */
const usualPorts = [11434, 1234, 8080, 8000, 8880, 8091, 4123, 5000];
const portList = z.array(z.number().int().min(1).max(65_535));
const ports = z
  .string()
  .transform(text => (text.trim() === 'none' ? [] : text.split(',').map(Number)))
  .refine(list => portList.safeParse(list).success, 'must be port numbers, separated by commas, or none');

export interface FoundServers {
  /** For a person, such as `Ollama (port 11434)`. */
  readonly used: readonly string[];
  /** For a server without a model that sees pictures. */
  readonly advice: { readonly program: string; readonly command: string } | undefined;
}

export const engineSettings = {
  VISION_PROVIDER: setting(
    oneOf(textProviders),
    auto,
    'Provider for vision: `openai` (or a compatible server), `gemini`, `anthropic`, `mistral`, `azure`, `local` (`npm run models`) or `offline`. `auto` takes the first in this order that is set up and able.',
  ),
  SCRIPT_PROVIDER: setting(
    oneOf(textProviders),
    auto,
    'Provider for scripts. `offline` also needs VISION_PROVIDER `offline`.',
  ),
  SPEECH_PROVIDER: setting(
    oneOf(speechProviders),
    auto,
    'Provider for the standard voices: `openai`, `gemini`, `mistral`, `azure`, `elevenlabs`, `local` or `offline`. A language that it does not list goes to the next.',
  ),
  PREMIUM_SPEECH_PROVIDER: setting(
    oneOf(speechProviders),
    auto,
    'Provider for the premium voices; `auto` uses ElevenLabs first.',
  ),
  TRANSCRIPTION_PROVIDER: setting(
    // Transcription has no offline engine.
    z.enum([auto, ...speechProviders]).default(auto),
    auto,
    'Provider for transcription: `openai`, `gemini`, `mistral`, `azure`, `elevenlabs` or `local`.',
  ),
  TRANSCRIBE: setting(
    z.enum(['off', 'ask', 'on']).default('ask'),
    'ask',
    'Whether the page has speech transcribed: `ask` lets each person choose, `on` does it by default, `off` never.',
  ),
  MODELS_DIR: setting(
    z
      .string()
      .min(1)
      .transform(path => resolve(path))
      .optional(),
    'DATA_DIR/models',
    'Folder of the downloaded models. Several servers may share it.',
  ),
  MODELS_BASE_URL: setting(
    webAddress('must be an address such as https://hf-mirror.com').default('https://huggingface.co'),
    'https://huggingface.co',
    "A mirror of the models' host. `HTTPS_PROXY` is followed.",
  ),
  LOCAL_AI_PORTS: setting(
    ports.default(usualPorts),
    usualPorts.join(', '),
    'Ports of this machine where an AI server is looked for at the start if no provider is set up; `none` turns this off.',
  ),
  OFFLINE_TEXT_LANGUAGES: setting(
    textLanguages.default([]),
    'English only',
    'Other languages that the offline engine reads in pictures, as Tesseract codes: `deu, jpn`. Each needs its package: `npm install @tesseract.js-data/deu`.',
  ),
  OPENAI_API_KEY: keySetting(
    'Key of OpenAI or a compatible provider; sent to its own host only.',
    'Write your own key, or leave it out to use the offline engines.',
  ),
  OPENAI_BASE_URL: setting(
    serverAddress('http://localhost:11434/v1').optional(),
    "OpenAI's own",
    'Address of a compatible provider. Needs no key for a server without one.',
  ),
  OPENAI_VISION_API_KEY: vision.key,
  OPENAI_VISION_BASE_URL: vision.baseUrl,
  OPENAI_SCRIPT_API_KEY: script.key,
  OPENAI_SCRIPT_BASE_URL: script.baseUrl,
  OPENAI_SPEECH_API_KEY: speech.key,
  OPENAI_SPEECH_BASE_URL: speech.baseUrl,
  OPENAI_TRANSCRIPTION_API_KEY: transcription.key,
  OPENAI_TRANSCRIPTION_BASE_URL: transcription.baseUrl,
  OPENAI_VISION_MODEL: setting(
    modelName,
    auto,
    'Model for frames. `auto` takes the best that the provider lists.',
  ),
  OPENAI_SCRIPT_MODEL: setting(
    modelName,
    auto,
    'Model for scripts. `auto` takes a named OPENAI_VISION_MODEL of the same address, else the best.',
  ),
  OPENAI_SPEECH_MODEL: setting(
    modelName,
    auto,
    'Model for speech. `auto` takes `tts-1` while it exists, then `gpt-realtime-2.1-mini`.',
  ),
  OPENAI_TRANSCRIPTION_MODEL: setting(
    modelName,
    auto,
    'Model for transcription. `auto` takes the first listed one that does not end; [which](guides/connect-an-ai.md#transcription).',
  ),
  OPENAI_VISION_MAX_SIDE: numberSetting(
    { least: 64, most: 8192, usual: 1024 },
    'Longer side of frames, in pixels, for servers other than OpenAI.',
  ),
  OPENAI_VISION_PICTURES: setting(
    wholeNumber(1, 100).optional(),
    '1, or as many as a known provider takes',
    'How many pictures are sent in one [request](guides/connect-an-ai.md#frames).',
  ),
  GEMINI_API_KEY: keySetting('Key of Gemini (Google AI Studio).'),
  GEMINI_BASE_URL: setting(
    serverAddress('https://generativelanguage.googleapis.com').optional(),
    "Google's own",
    'Address of a server compatible with Gemini, without a version.',
  ),
  GEMINI_VISION_MODEL: setting(modelName, auto, 'Model for frames.'),
  GEMINI_SCRIPT_MODEL: setting(modelName, auto, 'Model for scripts.'),
  GEMINI_SPEECH_MODEL: setting(modelName, auto, 'Model for speech.'),
  GEMINI_TRANSCRIPTION_MODEL: setting(modelName, auto, 'Model for transcription.'),
  ANTHROPIC_API_KEY: keySetting('Key of Anthropic, for frames and scripts.'),
  ANTHROPIC_BASE_URL: setting(
    serverAddress('https://api.anthropic.com').optional(),
    "Anthropic's own",
    'Address of a compatible server, without `/v1`.',
  ),
  ANTHROPIC_VISION_MODEL: setting(
    modelName,
    auto,
    'Model for frames, such as `claude-sonnet-5-5`. `auto` takes `claude-haiku-5-5` if it is listed.',
  ),
  ANTHROPIC_SCRIPT_MODEL: setting(modelName, auto, 'Model for scripts, chosen the same way.'),
  MISTRAL_API_KEY: keySetting('Key of Mistral.'),
  MISTRAL_BASE_URL: setting(
    serverAddress('https://api.mistral.ai/v1').optional(),
    "Mistral's own",
    'Address of a server compatible with Mistral.',
  ),
  MISTRAL_VISION_MODEL: setting(modelName, auto, 'Model for frames. `auto` takes `mistral-small-latest`.'),
  MISTRAL_SCRIPT_MODEL: setting(modelName, auto, 'Model for scripts, chosen the same way.'),
  MISTRAL_SPEECH_MODEL: setting(modelName, auto, 'Model for speech. `auto` takes `voxtral-mini-tts-3-0`.'),
  MISTRAL_TRANSCRIPTION_MODEL: setting(
    modelName,
    auto,
    'Model for transcription. `auto` takes `voxtral-mini-transcribe-3-0`.',
  ),
  AZURE_OPENAI_ENDPOINT: setting(
    serverAddress('https://RESOURCE.openai.azure.com').optional(),
    'none',
    'Address of an Azure OpenAI or Foundry resource.',
  ),
  AZURE_OPENAI_API_KEY: keySetting(
    'Key of the resource. Without one, Microsoft Entra signs in by managed identity, `AZURE_CLIENT_ID` and its like, or `az login`.',
  ),
  AZURE_OPENAI_VISION_DEPLOYMENT: setting(deploymentName, 'none', 'Deployment for frames.'),
  AZURE_OPENAI_SCRIPT_DEPLOYMENT: setting(
    deploymentName,
    'AZURE_OPENAI_VISION_DEPLOYMENT',
    'Deployment for scripts.',
  ),
  AZURE_OPENAI_SPEECH_DEPLOYMENT: setting(
    deploymentName,
    'none',
    'Deployment for speech, such as `gpt-4o-mini-tts`. Azure Speech comes first, if it is set up.',
  ),
  AZURE_OPENAI_TRANSCRIPTION_DEPLOYMENT: setting(
    deploymentName,
    'none',
    'Deployment for transcription, such as `whisper`.',
  ),
  AZURE_SPEECH_KEY: keySetting('Key of Azure Speech. Needs AZURE_SPEECH_REGION or AZURE_SPEECH_BASE_URL.'),
  AZURE_SPEECH_REGION: setting(
    z
      .string()
      .regex(/^[a-z0-9]+$/u, 'must be the name of a region such as westeurope')
      .optional(),
    'none',
    'Region of the resource, such as `westeurope`.',
  ),
  AZURE_SPEECH_BASE_URL: setting(
    serverAddress('https://usgovvirginia.tts.speech.azure.us').optional(),
    "the region's",
    'Address of another cloud, or of a container, without `/cognitiveservices`.',
  ),
  ELEVENLABS_API_KEY: keySetting('Key of ElevenLabs. Voices are found by name in the account.'),
  ELEVENLABS_BASE_URL: setting(
    serverAddress('https://api.eu.residency.elevenlabs.io').optional(),
    "ElevenLabs' own",
    'Address of a compatible server or another region, without `/v1`.',
  ),
  ELEVENLABS_MODEL: setting(
    z.string().trim().min(1, 'must be the name of a model').default('eleven_v4'),
    'eleven_v4',
    'Model for speech, such as `eleven_flash_v2_5` or `eleven_v3`. It decides the languages, and whether lines can have a manner.',
  ),
  ELEVENLABS_TRANSCRIPTION_MODEL: setting(
    z.string().trim().min(1, 'must be the name of a model').default('scribe_v2'),
    'scribe_v2',
    'Model for transcription.',
  ),
};

type SettingName = keyof typeof engineSettings;

/** @param provider of VISION_PROVIDER and its like */
const connectBy = (
  [id, provider, name]: readonly [string, string, string],
  does: readonly SetupStep[],
  required: readonly SettingName[],
  optional: readonly SettingName[] = [],
) => ({ id, provider, name, does, required, optional });

const all = ['vision', 'script', 'speech', 'transcription'] as const;

/** What a person can connect in the page. The last is any server that speaks the first one's protocol. */
export const connections = [
  connectBy(['openai', 'openai', 'OpenAI'], all, ['OPENAI_API_KEY']),
  connectBy(['gemini', 'gemini', 'Google Gemini'], all, ['GEMINI_API_KEY']),
  connectBy(['anthropic', 'anthropic', 'Anthropic'], ['vision', 'script'], ['ANTHROPIC_API_KEY']),
  connectBy(['mistral', 'mistral', 'Mistral'], all, ['MISTRAL_API_KEY']),
  connectBy(['elevenlabs', 'elevenlabs', 'ElevenLabs'], ['speech', 'transcription'], ['ELEVENLABS_API_KEY']),
  connectBy(
    ['azure', 'azure', 'Azure OpenAI'],
    all,
    ['AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_VISION_DEPLOYMENT'],
    ['AZURE_OPENAI_SPEECH_DEPLOYMENT', 'AZURE_OPENAI_TRANSCRIPTION_DEPLOYMENT'],
  ),
  connectBy(
    ['azure-speech', 'azure', 'Azure Speech'],
    ['speech'],
    ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
  ),
  connectBy(['address', 'openai', ''], all, ['OPENAI_BASE_URL'], ['OPENAI_API_KEY']),
];

/** The setting of a provider's model for a step; undefined if it has none. */
export function findModelSetting(provider: string, step: SetupStep): string | undefined {
  const [id, does] = [provider.toUpperCase(), step.toUpperCase()];
  const names = [`${id}_${does}_MODEL`, `${id}_OPENAI_${does}_DEPLOYMENT`];
  if (step === 'speech') names.push(`${id}_MODEL`);
  return names.find(name => name in engineSettings);
}

/** The key and the addresses that belong together, such as `OPENAI` or `AZURE_SPEECH`; undefined for other settings. */
export function findConnection(name: string): string | undefined {
  const connection = /^(\w+?)_(?:API_KEY|KEY|BASE_URL|ENDPOINT|REGION)$/u.exec(name)?.[1];
  // MODELS_BASE_URL is no AI's.
  return connection === 'MODELS' ? undefined : connection;
}

/** Whether a setting is of the connection of a provider for a step. */
export function isConnectionOf(name: string, provider: string, step: SetupStep): boolean {
  const id = provider.toUpperCase();
  const connection = findConnection(name);
  return [`${id}_${step.toUpperCase()}`, id, `${id}_OPENAI`, `${id}_SPEECH`].some(
    each => each === connection,
  );
}

/** As {@link findConnection}; a step's key without an address of its own is sent to the provider's, and belongs there, too. */
export function listConnections(name: string, values: Readonly<Record<string, string>>): string[] {
  const connection = findConnection(name);
  if (connection === undefined) return [];
  const isSentToOther = name.endsWith('_API_KEY') && !(`${connection}_BASE_URL` in values);
  const provider = connection.replace(/_(?:VISION|SCRIPT|SPEECH|TRANSCRIPTION)$/u, '');
  return isSentToOther ? [connection, provider] : [connection];
}

/** The key that must come with an address: without one the machine's own sign-in would go there. */
export function findMissingKey(values: Readonly<Record<string, string | null>>): string | undefined {
  const required = connections.find(each =>
    each.required.some(name => /_(?:BASE_URL|ENDPOINT)$/u.test(name) && values[name]),
  )?.required;
  return required?.find(name => name.endsWith('_KEY') && !values[name]);
}

/** Values that have a server without a key do a step, by its usual protocol. */
export function nameServerFor(step: SetupStep, baseUrl: string, model: string | undefined) {
  const choosesModel = model !== undefined && (step === 'vision' || step === 'script');
  return {
    [nameServerSetting(step)]: baseUrl,
    ...(choosesModel && { [`OPENAI_${step.toUpperCase()}_MODEL`]: model }),
  };
}

export const nameServerSetting = (step: SetupStep): string => `OPENAI_${step.toUpperCase()}_BASE_URL`;

export const serverProtocol = 'openai';

export function findEngineMistakes(given: Readonly<Record<string, string | undefined>>): string[] {
  const mistakes: string[] = [];
  if (given.AZURE_SPEECH_KEY && !given.AZURE_SPEECH_REGION && !given.AZURE_SPEECH_BASE_URL)
    mistakes.push('AZURE_SPEECH_REGION must be set together with AZURE_SPEECH_KEY: keys are of one region.');
  const deployments = Object.keys(given).filter(name => /^AZURE_OPENAI_.+_DEPLOYMENT$/u.test(name));
  if ((given.AZURE_OPENAI_ENDPOINT !== undefined) !== deployments.length > 0)
    mistakes.push(
      'AZURE_OPENAI_ENDPOINT must be set together with a deployment, such as AZURE_OPENAI_VISION_DEPLOYMENT.',
    );
  return mistakes;
}

export type EngineConfig = ReturnType<typeof toEngineConfig>;

type EngineValues = ValuesOf<typeof engineSettings> & Pick<ValuesOf<typeof serverSettings>, 'DATA_DIR'>;

export function toEngineConfig(read: EngineValues) {
  const toRole = (key: string | undefined, baseUrl: string | undefined, model: string) => ({
    ...findAccess(read, key, baseUrl),
    model: toName(model),
  });
  const { OPENAI_TRANSCRIPTION_API_KEY: hearingKey, OPENAI_TRANSCRIPTION_BASE_URL: hearingUrl } = read;
  const vision = toRole(read.OPENAI_VISION_API_KEY, read.OPENAI_VISION_BASE_URL, read.OPENAI_VISION_MODEL);
  const script = toRole(read.OPENAI_SCRIPT_API_KEY, read.OPENAI_SCRIPT_BASE_URL, read.OPENAI_SCRIPT_MODEL);
  if (script.baseUrl === vision.baseUrl) script.model ??= vision.model;
  return {
    providers: {
      vision: read.VISION_PROVIDER,
      script: read.SCRIPT_PROVIDER,
      speech: read.SPEECH_PROVIDER,
      premiumSpeech: read.PREMIUM_SPEECH_PROVIDER,
      transcription: read.TRANSCRIPTION_PROVIDER,
    },
    transcribe: read.TRANSCRIBE,
    /** As the data packages are named; English, which is always available, first. */
    offlineTextLanguages: [...new Set(['eng', ...read.OFFLINE_TEXT_LANGUAGES])],
    openAi: {
      vision,
      script,
      speech: toRole(read.OPENAI_SPEECH_API_KEY, read.OPENAI_SPEECH_BASE_URL, read.OPENAI_SPEECH_MODEL),
      transcription: toRole(hearingKey, hearingUrl, read.OPENAI_TRANSCRIPTION_MODEL),
      maxSidePixels: read.OPENAI_VISION_MAX_SIDE,
      picturesPerRequest: read.OPENAI_VISION_PICTURES,
    },
    gemini: {
      apiKey: read.GEMINI_API_KEY,
      baseUrl: read.GEMINI_BASE_URL,
      visionModel: toName(read.GEMINI_VISION_MODEL),
      scriptModel: toName(read.GEMINI_SCRIPT_MODEL),
      speechModel: toName(read.GEMINI_SPEECH_MODEL),
      transcriptionModel: toName(read.GEMINI_TRANSCRIPTION_MODEL),
    },
    anthropic: {
      apiKey: read.ANTHROPIC_API_KEY,
      baseUrl: read.ANTHROPIC_BASE_URL,
      visionModel: toName(read.ANTHROPIC_VISION_MODEL),
      scriptModel: toName(read.ANTHROPIC_SCRIPT_MODEL),
    },
    mistral: {
      apiKey: read.MISTRAL_API_KEY,
      baseUrl: read.MISTRAL_BASE_URL,
      visionModel: toName(read.MISTRAL_VISION_MODEL),
      scriptModel: toName(read.MISTRAL_SCRIPT_MODEL),
      speechModel: toName(read.MISTRAL_SPEECH_MODEL),
      transcriptionModel: toName(read.MISTRAL_TRANSCRIPTION_MODEL),
    },
    modelsFolder: read.MODELS_DIR ?? join(read.DATA_DIR, 'models'),
    modelsBaseUrl: read.MODELS_BASE_URL,
    serverPorts: read.LOCAL_AI_PORTS,
    /** Set by `withFoundServers`. */
    foundServers: undefined as FoundServers | undefined,
    /** Saved settings that take effect, by name, and providers preferred for a step. Set by `withSaved`. */
    saved: {} as Readonly<Record<string, string>>,
    preferred: {} as Readonly<Partial<Record<SetupStep, string>>>,
    azure: toAzureConfig(read),
    elevenLabs: {
      apiKey: read.ELEVENLABS_API_KEY,
      baseUrl: read.ELEVENLABS_BASE_URL,
      model: read.ELEVENLABS_MODEL,
      transcriptionModel: read.ELEVENLABS_TRANSCRIPTION_MODEL,
    },
  };
}

function toAzureConfig(read: EngineValues) {
  const { AZURE_OPENAI_ENDPOINT: endpoint, AZURE_OPENAI_API_KEY: key } = read;
  const toAccess = (deployment = '') =>
    deployment ? { deployment, apiKey: key, baseUrl: endpoint } : { ...notSetUp, deployment };
  const { AZURE_SPEECH_KEY: apiKey, AZURE_SPEECH_REGION: region, AZURE_SPEECH_BASE_URL: ownUrl } = read;
  const ofRegion = apiKey && region && `https://${region}.tts.speech.microsoft.com`;
  return {
    openAi: {
      vision: toAccess(read.AZURE_OPENAI_VISION_DEPLOYMENT),
      script: toAccess(read.AZURE_OPENAI_SCRIPT_DEPLOYMENT ?? read.AZURE_OPENAI_VISION_DEPLOYMENT),
      speech: toAccess(read.AZURE_OPENAI_SPEECH_DEPLOYMENT),
      transcription: toAccess(read.AZURE_OPENAI_TRANSCRIPTION_DEPLOYMENT),
    },
    speech: { apiKey, baseUrl: ownUrl ?? ofRegion },
  };
}

const notSetUp = { apiKey: undefined, baseUrl: undefined };

function toName(model: string): string | undefined {
  return model === auto ? undefined : model;
}

/** Address and key of a role. A key for one host is never sent to another. */
function findAccess(read: EngineValues, ownKey: string | undefined, ownBaseUrl: string | undefined) {
  const isSameHost =
    ownBaseUrl === undefined ||
    (read.OPENAI_BASE_URL !== undefined &&
      new URL(ownBaseUrl).origin === new URL(read.OPENAI_BASE_URL).origin);
  return {
    apiKey: ownKey ?? (isSameHost ? read.OPENAI_API_KEY : undefined),
    baseUrl: ownBaseUrl ?? read.OPENAI_BASE_URL,
  };
}
