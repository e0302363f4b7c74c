import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupEveryMs, listBackups, readBackupTime } from '#server/backups/keep-backups.ts';
import type { Config } from '#server/config/config.ts';
import { EmbeddedDatabaseError, embeddedFolder } from '#server/database/open-database.ts';
import { requireUsableFiles } from '#server/database/open-embedded.ts';
import { explainStart } from '#server/explain-start.ts';
import type { Found, Remark } from './found.ts';

/** A single failed or slow backup is not reported. */
const overdueMs = 2.5 * backupEveryMs;

/**
 * Checks the database in DATA_DIR without opening it: it serves one process at a time, possibly a running server.
 * @param holder the process that uses it
 */
export async function checkEmbedded(config: Config, holder: string | undefined): Promise<Found> {
  const folder = embeddedFolder(config.dataDir);
  const about = `Embedded, in ${folder}.`;
  if (!existsSync(folder) || (await readdir(folder)).length === 0)
    return { about, remarks: [{ kind: 'ok', sentence: 'The first start creates it.' }] };
  if (holder !== undefined) {
    const sentence = `A server is using it (${holder}).`;
    return { about, remarks: [{ kind: 'ok', sentence }, await judgeBackups(config.dataDir, true)] };
  }
  try {
    await requireUsableFiles(folder);
  } catch (cause) {
    const error = new EmbeddedDatabaseError(config.dataDir, { cause });
    return { about, remarks: [{ kind: 'failed', sentence: await explainStart(error, config) }] };
  }
  const sentence = 'No server is using it, and its files have the right version.';
  return { about, remarks: [{ kind: 'ok', sentence }, await judgeBackups(config.dataDir, false)] };
}

async function judgeBackups(dataDir: string, isInUse: boolean): Promise<Remark> {
  const newest = (await listBackups(join(dataDir, 'backups'))).at(-1);
  const since = newest
    ? readBackupTime(newest).getTime()
    : statSync(join(embeddedFolder(dataDir), 'PG_VERSION')).mtimeMs;
  const age = Date.now() - since;
  const said = newest ? `The newest backup is ${describeAge(age)} old.` : 'There are no backups yet.';
  if (isInUse && age > overdueMs)
    return {
      kind: 'warning',
      sentence: `${said} A backup is made every hour. See the server's log for the error.`,
    };
  return { kind: 'note', sentence: newest ? `${said} Copy backups to another machine.` : said };
}

/** Rounded down to a whole unit. */
function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 2) return '1 minute';
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
