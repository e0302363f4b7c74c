import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type AccountConfig,
  accountSettings,
  findAccountMistakes,
  toAccountConfig,
} from './config-of-accounts.ts';
import { type MessageConfig, messageSettings, toMessageConfig } from './config-of-messages.ts';
import { type OperationConfig, operationSettings, toOperationConfig } from './config-of-operations.ts';
import { findExampleSecrets } from './example-secrets.ts';
import { setting, webAddress, webOrigin, wholeNumber } from './setting.ts';

const gibibyte = 1024 ** 3;

const postgresAddress = z
  .string()
  .refine(
    text => URL.canParse(text) && /^postgres(ql)?:$/u.test(new URL(text).protocol),
    'must be an address such as postgres://user:password@host:5432/benshi',
  );

const networks = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(isNetwork),
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  );

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= most))
  );
}

const modelName = z.string().trim().min(1, 'must be the name of a model');

/**
 * Every variable that the server reads. To add one: add it here, use `config.…` where it is needed, and run
 * `node scripts/generate-configuration-doc.ts`.
 */
export const settings = {
  PORT: setting(wholeNumber(0, 65_535).default(3000), '3000', 'The port it listens on; 0 takes a free one.'),
  HOST: setting(
    z.string().min(1).default('127.0.0.1'),
    '127.0.0.1',
    'The address it listens on. `0.0.0.0` lets other machines in.',
  ),
  PUBLIC_URL: setting(
    webOrigin('https://narrate.example.org').optional(),
    'http://localhost:PORT',
    'The origin that people see in their browser. Requests that change something are taken from this origin only.',
  ),
  DATA_DIR: setting(
    z
      .string()
      .min(1)
      .default('./data')
      .transform(path => resolve(path)),
    './data',
    'The folder of the embedded database and temporary files. One server uses it at a time.',
  ),
  DATABASE_URL: setting(
    postgresAddress.optional(),
    'none: a database inside DATA_DIR',
    'A Postgres database, such as `postgres://user:password@host:5432/benshi`.',
  ),
  TRUST_PROXY: setting(
    networks.optional(),
    'none',
    'Addresses or networks of your proxies, separated by commas. Only their `X-Forwarded-For` is believed.',
  ),
  OPENAI_API_KEY: setting(
    z.string().trim().min(1).optional(),
    'none',
    'A key of OpenAI or of a compatible provider, which then looks, writes and speaks. Without it and without OPENAI_BASE_URL the offline engines do.',
  ),
  OPENAI_BASE_URL: setting(
    webAddress('must be an address such as http://localhost:11434/v1').optional(),
    "OpenAI's own",
    'The address of a compatible provider; alone it is enough for a local server that asks for no key.',
  ),
  OPENAI_VISION_MODEL: setting(modelName.default('gpt-4o'), 'gpt-4o', 'The model that looks at the frames.'),
  OPENAI_SCRIPT_MODEL: setting(
    modelName.optional(),
    'the same as OPENAI_VISION_MODEL',
    'The model that writes the script.',
  ),
  OPENAI_SPEECH_MODEL: setting(modelName.default('tts-1'), 'tts-1', 'The model that speaks.'),
  ELEVENLABS_API_KEY: setting(
    z.string().trim().min(1).optional(),
    'none',
    'A key of ElevenLabs, whose voices then speak for the premium plan. Without it OpenAI speaks for them where it is set, else the offline engine. A voice is found by its name in the account.',
  ),
  ELEVENLABS_BASE_URL: setting(
    webAddress('must be an address such as https://api.eu.residency.elevenlabs.io').optional(),
    "ElevenLabs' own",
    'The address of a compatible server or of another region, without `/v1`; alone it is enough for a local server that asks for no key.',
  ),
  ELEVENLABS_MODEL: setting(
    modelName.default('eleven_multilingual_v2'),
    'eleven_multilingual_v2',
    'The model that speaks with ElevenLabs, such as `eleven_flash_v2_5` or `eleven_v3`. It decides the languages.',
  ),
  PREMIUM_PLAN_URL: setting(
    z
      .string()
      .regex(/^(\/(?!\/)|https?:\/\/)/u, 'must be a path such as /premium or an address')
      .default('/premium'),
    '/premium',
    'Where a better plan is explained or bought.',
  ),
  MAX_VIDEO_BYTES: setting(
    wholeNumber(1, Number.MAX_SAFE_INTEGER).default(2 * gibibyte),
    '2147483648 (2 GiB)',
    'The largest video that is taken, in bytes.',
  ),
  MAX_VIDEO_SECONDS: setting(
    wholeNumber(1, 7 * 24 * 3600).default(4 * 3600),
    '14400 (4 hours)',
    'The longest video that is taken, in seconds.',
  ),
  FREE_NARRATIONS_PER_DAY: setting(
    wholeNumber(0, 1_000_000).default(10),
    '10',
    'Narrations that visitors of one network address may start in a day (UTC).',
  ),
  ...accountSettings,
  ...messageSettings,
  ...operationSettings,
} as const;

type Variables = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> };

/** What the server runs by, read once at the start. */
export interface Config extends AccountConfig, MessageConfig, OperationConfig {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port, without a slash at the end. Undefined: this machine's own name and the port. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly openAi: {
    readonly apiKey: string | undefined;
    readonly baseUrl: string | undefined;
    readonly visionModel: string;
    readonly scriptModel: string;
    readonly speechModel: string;
  };
  readonly elevenLabs: {
    readonly apiKey: string | undefined;
    readonly baseUrl: string | undefined;
    readonly model: string;
  };
  readonly premiumPlanUrl: string;
  readonly maxVideoBytes: number;
  readonly maxVideoSeconds: number;
  readonly freeNarrationsPerDay: number;
}

/** Every mistake of the environment at once, a line each, with the variable's name and what to write. Never a value. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map(each => `  ${each}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings from an environment. A variable that is empty counts as not set.
 * @throws {ConfigError} naming all mistakes together
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const isProduction = environment.NODE_ENV === 'production';
  const given = Object.fromEntries(
    Object.keys(settings)
      .map(name => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const shape = Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema]));
  const result = z.object(shape).safeParse(given);
  const mistakes = result.success
    ? findAccountMistakes(given)
    : result.error.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`);
  if (isProduction) mistakes.push(...findExampleSecrets(given));
  if (!result.success || mistakes.length > 0) throw new ConfigError(mistakes);
  // The shape above is built from `settings`, so that its outputs are exactly these.
  return toConfig(result.data as Variables, isProduction);
}

function toConfig(read: Variables, isProduction: boolean): Config {
  return {
    isProduction,
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    trustedProxies: read.TRUST_PROXY ?? [],
    openAi: {
      apiKey: read.OPENAI_API_KEY,
      baseUrl: read.OPENAI_BASE_URL,
      visionModel: read.OPENAI_VISION_MODEL,
      scriptModel: read.OPENAI_SCRIPT_MODEL ?? read.OPENAI_VISION_MODEL,
      speechModel: read.OPENAI_SPEECH_MODEL,
    },
    elevenLabs: {
      apiKey: read.ELEVENLABS_API_KEY,
      baseUrl: read.ELEVENLABS_BASE_URL,
      model: read.ELEVENLABS_MODEL,
    },
    premiumPlanUrl: read.PREMIUM_PLAN_URL,
    maxVideoBytes: read.MAX_VIDEO_BYTES,
    maxVideoSeconds: read.MAX_VIDEO_SECONDS,
    freeNarrationsPerDay: read.FREE_NARRATIONS_PER_DAY,
    ...toAccountConfig(read),
    ...toMessageConfig(read),
    ...toOperationConfig(read),
  };
}
