import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PriceListError, readPriceList } from '#engines/prices/prices.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { maxTimedFrames } from '#shared/limits.ts';
import {
  commaSeparated,
  numberSetting,
  secretSetting,
  setting,
  type ValuesOf,
  webAddress,
  webOrigin,
} from './setting.ts';

const postgresAddress = z
  .string()
  .refine(
    text => URL.canParse(text) && /^postgres(ql)?:$/u.test(new URL(text).protocol),
    'must be an address such as postgres://user:password@host:5432/benshi',
  );

const networks = commaSeparated.refine(
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

const usualGibibytes = 2;
const usualSeconds = 4 * 3600;

export const serverSettings = {
  PORT: numberSetting({ least: 0, most: 65_535, usual: 3000 }, 'Port; 0 takes a free one.'),
  HOST: setting(
    z.string().min(1).default('127.0.0.1'),
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` accepts other machines.',
  ),
  PUBLIC_URL: setting(
    webOrigin('https://narrate.example.org').optional(),
    'http://localhost:PORT',
    'The origin in the browser. Only requests from it may change data.',
  ),
  DATA_DIR: setting(
    z
      .string()
      .min(1)
      .default('./data')
      .transform(path => resolve(path)),
    './data',
    'Folder of the embedded database and temporary files, for one server at a time.',
  ),
  DATABASE_URL: secretSetting(
    postgresAddress.optional(),
    'none: a database inside DATA_DIR',
    'A Postgres database, such as `postgres://user:password@host:5432/benshi`.',
  ),
  TRUST_PROXY: setting(
    networks.default([]),
    'none',
    'Addresses or networks of your proxies, separated by commas. Only their `X-Forwarded-For` counts.',
  ),
  SETUP: setting(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    'on',
    'The page `/setup`, where whoever runs the server connects an AI. `off` closes it.',
  ),
  ROLE: setting(
    z.enum(['all', 'web', 'worker'], 'must be web, worker or all').default('all'),
    'all',
    '`web` answers requests, `worker` sends mails and cleans up, `all` both. `web` and `worker` need DATABASE_URL.',
  ),
  MAX_VIDEO_BYTES: numberSetting(
    {
      least: 1,
      most: Number.MAX_SAFE_INTEGER,
      usual: usualGibibytes * 1024 ** 3,
      inWords: `${usualGibibytes} GiB`,
    },
    'Largest video, in bytes.',
  ),
  MAX_VIDEO_SECONDS: numberSetting(
    { least: 1, most: 7 * 24 * 3600, usual: usualSeconds, inWords: describeDuration(usualSeconds) },
    'Longest video and narration, in seconds.',
  ),
  MAX_TIMED_FRAMES: numberSetting(
    { least: framesPerVideo, most: maxTimedFrames, usual: 60 },
    'Maximum number of frames for a timed narration, one every six seconds.',
  ),
};

export function toServerConfig(read: ValuesOf<typeof serverSettings>) {
  return {
    port: read.PORT,
    host: read.HOST,
    /** Scheme, host and port, without a trailing slash. Undefined: this machine's name and port. */
    publicUrl: read.PUBLIC_URL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    trustedProxies: read.TRUST_PROXY,
    setup: read.SETUP === 'on',
    role: read.ROLE,
    maxVideoBytes: read.MAX_VIDEO_BYTES,
    maxVideoSeconds: read.MAX_VIDEO_SECONDS,
    maxTimedFrames: read.MAX_TIMED_FRAMES,
  };
}

const minTokenCharacters = 16;

/** `https://key@host/path/project`. The key is public: every browser that loads the page receives it. */
const recorderAddress = z
  .string()
  .refine(isDsn, 'must be a DSN such as https://0123456789abcdef@errors.example.org/1, with one key in it');

function isDsn(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return (
    /^https?:$/u.test(protocol) &&
    /^\w+$/u.test(username) &&
    // Old addresses have a secret key there, which browsers must not get.
    password === '' &&
    /\/\d+$/u.test(pathname) &&
    search + hash === ''
  );
}

/** Read here, so that its mistakes are reported with all others. */
const priceList = z
  .string()
  .optional()
  .transform((file, context) => {
    try {
      return readPriceList(file);
    } catch (error) {
      if (!(error instanceof PriceListError)) throw error;
      for (const message of error.mistakes) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

export const operationSettings = {
  RETENTION_DAYS: numberSetting(
    { least: 1, most: 36_500, usual: 365 },
    'Days after which narrations, messages, feedback and mails in DATA_DIR/outbox are deleted.',
  ),
  METRICS_TOKEN: secretSetting(
    z
      .string()
      .trim()
      .min(minTokenCharacters, `must have at least ${minTokenCharacters} characters`)
      .optional(),
    'none: only this machine',
    `Bearer token for \`/metrics\` from anywhere. At least ${minTokenCharacters} characters.`,
  ),
  PRICES_FILE: setting(
    priceList,
    'the built-in list',
    'A JSON file that replaces `src/engines/prices/price-list.json`. `[]` shows no costs.',
  ),
  SOURCE_URL: setting(
    webAddress('must be an address such as https://git.example.org/benshi').optional(),
    'the repository that this folder was cloned from',
    'Source code of this version, linked in the footer as the AGPL requires.',
  ),
  SENTRY_DSN: setting(
    recorderAddress.optional(),
    'none: no error leaves the browser',
    'DSN of Sentry, or of a compatible service, for errors of the page. Public.',
  ),
};

export function toOperationConfig(read: ValuesOf<typeof operationSettings>) {
  return {
    retentionDays: read.RETENTION_DAYS,
    metricsToken: read.METRICS_TOKEN,
    prices: read.PRICES_FILE,
    sourceUrl: read.SOURCE_URL,
    sentryDsn: read.SENTRY_DSN,
  };
}
