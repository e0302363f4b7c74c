import type { Config } from '#server/config/config.ts';
import { findHolder } from '#server/data-folder/open-data-folder.ts';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { formatColumns } from '../format-columns.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkDisk } from './check-disk.ts';
import { checkEmbedded } from './check-embedded.ts';
import { checkMail } from './check-mail.ts';
import { checkMemory } from './check-memory.ts';
import { checkPostgres } from './check-postgres.ts';
import type { Found } from './found.ts';

export interface ExamineMachineOptions {
  readonly config: Config;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Checks everything that the server needs of its machine and of other services, one after the other, and prints each result. Changes
 * nothing and does not disturb a running server.
 * @returns the names of the failed checks
 * @throws CodedError `client_closed`
 */
export async function examineMachine({ config, print, signal }: ExamineMachineOptions): Promise<string[]> {
  const holder = tryToFindHolder(config.dataDir);
  const { databaseUrl } = config;
  const checks: Record<string, () => Found | Promise<Found>> = {
    disk: () => checkDisk(config, holder !== undefined),
    memory: () => checkMemory(config),
    database: () => (databaseUrl === undefined ? checkEmbedded(config, holder) : checkPostgres(databaseUrl)),
    mail: () => checkMail(config),
    certificate: () => checkCertificate(config),
  };
  const failedChecks: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const { about, remarks } = await unlessCancelled(Promise.resolve(check()), signal);
    print(formatColumns(name, about));
    for (const { kind, sentence } of remarks) print(formatColumns(`  ${kind}`, sentence));
    if (remarks.some(({ kind }) => kind === 'failed')) failedChecks.push(name);
  }
  return failedChecks;
}

/** An unreadable folder is reported by the disk check. */
function tryToFindHolder(dataDir: string): string | undefined {
  try {
    return findHolder(dataDir);
  } catch {
    return undefined;
  }
}
