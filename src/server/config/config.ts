import { z } from 'zod';
import { accountSettings, leastSecretCharacters, toAccountConfig } from './accounts.ts';
import { engineSettings, toEngineConfig } from './engines.ts';
import { findExampleSecrets } from './example-secrets.ts';
import { mailSettings, toMailConfig } from './mail.ts';
import { operationSettings, toOperationConfig } from './operation.ts';
import { planSettings, toPlanConfig } from './plans.ts';
import { serverSettings, toServerConfig } from './server.ts';
import type { ValuesOf } from './setting.ts';
import { toVideoConfig, videoSettings } from './video.ts';

/**
 * Every variable that the server reads. To add one: add it to the file of its topic and to the function below it, use
 * `config.…` where it is needed, and run `node scripts/generate-configuration-doc.ts`.
 */
export const settings = {
  ...serverSettings,
  ...videoSettings,
  ...engineSettings,
  ...accountSettings,
  ...mailSettings,
  ...planSettings,
  ...operationSettings,
};

/** The server's settings, read once at the start. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Converts the variables to the product's names. */
export function toConfig(read: ValuesOf<typeof settings>) {
  return {
    ...toServerConfig(read),
    ...toVideoConfig(read),
    ...toEngineConfig(read),
    ...toAccountConfig(read),
    ...toMailConfig(read),
    ...toPlanConfig(read),
    ...toOperationConfig(read),
  };
}

/** All mistakes in the environment, one line each, with the variable's name and how to fix it. Never a value. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(`The configuration is not valid:\n${mistakes.map(each => `  ${each}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws {ConfigError} listing all mistakes
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
    ? findMistakesTogether(given)
    : result.error.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`);
  if (isProduction) mistakes.push(...findExampleSecrets(given, settings));
  if (!result.success || mistakes.length > 0) throw new ConfigError(mistakes);
  // The schema is built from `settings`, so its output has exactly this type.
  return toConfig(result.data as ValuesOf<typeof settings>);
}

/** Finds invalid combinations of valid variables. */
function findMistakesTogether(given: Readonly<Record<string, string | undefined>>): string[] {
  const mistakes: string[] = [];
  if (given.DATABASE_URL && !given.AUTH_SECRET)
    mistakes.push(
      `AUTH_SECRET must be set together with DATABASE_URL: ${leastSecretCharacters} random characters or more, the same for all processes.`,
    );
  if (given.ROLE && given.ROLE !== 'all' && !given.DATABASE_URL)
    mistakes.push('ROLE must be all without DATABASE_URL: only one process can use the embedded database.');
  if (given.ROLE === 'worker' && !given.PUBLIC_URL)
    mistakes.push('PUBLIC_URL must be set for a worker: links in mails need it.');
  if (given.SMTP_URL && !given.MAIL_FROM)
    mistakes.push(
      'MAIL_FROM must be set together with SMTP_URL: mail servers reject mails without a valid sender.',
    );
  return mistakes;
}
