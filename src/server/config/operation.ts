import { z } from 'zod';
import { PriceListError, readPriceList } from '#engines/prices/price-schema.ts';
import { numberSetting, setting, type ValuesOf, webAddress } from './setting.ts';

const leastTokenCharacters = 16;

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
    'Days after which narrations, contact messages, feedback and mails in DATA_DIR/outbox are deleted.',
  ),
  METRICS_TOKEN: setting(
    z
      .string()
      .trim()
      .min(leastTokenCharacters, `must have at least ${leastTokenCharacters} characters`)
      .optional(),
    'none: only this machine',
    `Bearer token for \`/metrics\` from anywhere. At least ${leastTokenCharacters} characters.`,
  ),
  PRICES_FILE: setting(
    priceList,
    'the built-in list',
    'A JSON file that replaces `src/engines/prices/price-list.json`. `[]` shows no costs.',
  ),
  SOURCE_URL: setting(
    webAddress('must be an address such as https://git.example.org/benshi').optional(),
    'the repository that this folder was cloned from',
    'Source code of this version, as the AGPL requires. The footer links to it.',
  ),
  SENTRY_DSN: setting(
    recorderAddress.optional(),
    'none: no error leaves the browser',
    'DSN of Sentry, or of a compatible service, for errors of the page. Public.',
  ),
};

export function toOperationConfig(read: ValuesOf<typeof operationSettings>) {
  return {
    /** Retention of anonymous narrations and contact messages. */
    retentionDays: read.RETENTION_DAYS,
    /** Undefined: metrics are available on this machine only. */
    metricsToken: read.METRICS_TOKEN,
    prices: read.PRICES_FILE,
    sourceUrl: read.SOURCE_URL,
    /** Undefined: page errors are not recorded. */
    sentryDsn: read.SENTRY_DSN,
  };
}
