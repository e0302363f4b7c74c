import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import {
  accountSettings,
  findSignInMistakes,
  mailSettings,
  minSecretCharacters,
  toAccountConfig,
  toMailConfig,
} from './accounts.ts';
import { credentialSettings, findCertificateMistakes, toCredentialsConfig } from './credentials.ts';
import { dailyLimitSettings, toDailyLimitConfig } from './daily-limits.ts';
import { type EngineConfig, engineSettings, findEngineMistakes, toEngineConfig } from './engines.ts';
import { planSettings, toPlanConfig } from './plans.ts';
import { operationSettings, serverSettings, toOperationConfig, toServerConfig } from './server.ts';
import type { Setting, ValuesOf } from './setting.ts';

export const settings = {
  ...serverSettings,
  ...engineSettings,
  ...accountSettings,
  ...mailSettings,
  ...dailyLimitSettings,
  ...planSettings,
  ...operationSettings,
  ...credentialSettings,
};

export type Config = Readonly<ReturnType<typeof toConfig>> & {
  /** The environment's values by name, under which saved settings are laid. */
  readonly given: Readonly<Record<string, string>>;
};

export function toConfig(read: ValuesOf<typeof settings>) {
  return {
    ...toServerConfig(read),
    ...toEngineConfig(read),
    ...toAccountConfig(read),
    ...toMailConfig(read),
    ...toDailyLimitConfig(read),
    ...toPlanConfig(read),
    ...toOperationConfig(read),
    ...toCredentialsConfig(read),
  };
}

/** All mistakes in the environment, one line each, with the variable's name and how to fix it. Never a value. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration is not valid:\n${mistakes.map(each => `  ${each}`).join('\n')}`);
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError */
export function readConfig(environment: Variables): Config {
  const given = readEnvironment(environment);
  const { read, mistakes } = parse(settings, given);
  if (read) mistakes.push(...findMistakesTogether(given), ...findCertificateMistakes(read));
  if (environment.NODE_ENV === 'production') mistakes.push(...findExampleSecrets(given));
  if (!read || mistakes.length > 0) throw new ConfigError(mistakes);
  return { ...toConfig(read), given };
}

const maxSecretBytes = 64 * 1024;

/**
 * The known settings that are set: an empty variable counts as not set, and `NAME_FILE` names a file with the value of a secret.
 * @throws ConfigError if such a file cannot be used
 */
export function readEnvironment(environment: Variables): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const [name, { isSecret }] of Object.entries<Setting<unknown>>(settings)) {
    const value = environment[name];
    const file = isSecret ? environment[`${name}_FILE`] : undefined;
    if (value) values[name] = value;
    if (!file) continue;
    if (value) mistakes.push(`${name} and ${name}_FILE are both set: remove one.`);
    // Not quoted: somebody may have written the secret itself there.
    else if (!isAbsolute(file)) mistakes.push(`${name}_FILE must be a whole path such as /run/secrets/key.`);
    else
      try {
        values[name] = readSecret(file);
      } catch (error) {
        mistakes.push(`${name}_FILE: ${error instanceof Error ? error.message : 'unknown error'}.`);
      }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return values;
}

/** Without the newline that editors and `echo` put at the end. @throws an error that names the file */
function readSecret(file: string): string {
  const found = statSync(file);
  // Reading a pipe may wait for ever.
  if (!found.isFile() || found.size > maxSecretBytes)
    throw new Error(`${file} is no file of at most ${maxSecretBytes} bytes`);
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/u, '');
  if (text === '') throw new Error(`${file} is empty`);
  return text;
}

function parse<Described extends Record<string, Setting<unknown>>>(described: Described, given: Variables) {
  const schemas = Object.entries(described).map(([name, { schema }]) => [name, schema]);
  const { data, error } = z.object(Object.fromEntries(schemas)).safeParse(given);
  return {
    // The schema is built from the settings, so its output has exactly this type.
    read: data as ValuesOf<Described> | undefined,
    mistakes: error?.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`) ?? [],
  };
}

/**
 * The part of the configuration that concerns engines.
 * @throws ConfigError
 */
export function readEngineConfig(given: Variables): EngineConfig {
  const { read, mistakes } = parse({ ...engineSettings, DATA_DIR: serverSettings.DATA_DIR }, given);
  if (read) mistakes.push(...findEngineMistakes(given));
  if (!read || mistakes.length > 0) throw new ConfigError(mistakes);
  return toEngineConfig(read);
}

function findMistakesTogether(given: Variables): string[] {
  const mistakes: string[] = [];
  if (given.DATABASE_URL && !given.AUTH_SECRET)
    mistakes.push(
      `AUTH_SECRET must be set together with DATABASE_URL: ${minSecretCharacters} random characters or more, the same for all processes.`,
    );
  if (given.ROLE && given.ROLE !== 'all' && !given.DATABASE_URL)
    mistakes.push('ROLE must be all without DATABASE_URL: only one process can use the embedded database.');
  if (given.ROLE === 'worker' && !given.PUBLIC_URL)
    mistakes.push('PUBLIC_URL must be set for a worker: links in mails need it.');
  if (given.SMTP_URL && !given.MAIL_FROM)
    mistakes.push(
      'MAIL_FROM must be set together with SMTP_URL: mail servers reject mails without a valid sender.',
    );
  return [...mistakes, ...findSignInMistakes(given), ...findEngineMistakes(given)];
}

const exampleSecret =
  /^(changeme|change[-_ ]me|secret|password|example|test|dummy|x{3,}|your[-_ ].*|<.*>|sk[-_](\.{3}|x+|your.*|test|dummy|changeme))$/iu;

const exampleAuthSecret = /change.?me|example|your.?secret|secret.?key|placeholder/iu;

const exampleWebhookSecret = /example|your[-_]|change[-_]?me|placeholder|(.)\1{7}/iu;

function findExampleSecrets(given: Variables): string[] {
  const mistakes: string[] = [];
  for (const [name, { insteadOfExample }] of Object.entries<Setting<unknown>>(settings))
    if (insteadOfExample && exampleSecret.test(given[name] ?? ''))
      mistakes.push(`${name} is an example, not a key. ${insteadOfExample}`);
  const authSecret = given.AUTH_SECRET ?? '';
  if (exampleAuthSecret.test(authSecret) || isRepetition(authSecret))
    mistakes.push(
      `AUTH_SECRET is an example. Write ${minSecretCharacters} random characters or more, as \`openssl rand -base64 32\` makes them.`,
    );
  if (exampleWebhookSecret.test(given.STRIPE_WEBHOOK_SECRET ?? ''))
    mistakes.push('STRIPE_WEBHOOK_SECRET is an example. Copy the signing secret of your endpoint at Stripe.');
  const url = given.DATABASE_URL;
  if (url && URL.canParse(url) && exampleSecret.test(decodeURIComponent(new URL(url).password)))
    mistakes.push("DATABASE_URL has an example's password. Give the database user a password of its own.");
  return mistakes;
}

function isRepetition(text: string): boolean {
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8].filter(length => length <= text.length / 2);
  return lengths.some(length => {
    const repeated = text.slice(0, length).repeat(text.length / length);
    return repeated.toLowerCase() === text.toLowerCase();
  });
}
