import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const dayMs = 24 * 3600 * 1000;

/** Deletes mails that lie in the outbox for longer than so many days. A folder that is not there holds none. */
export async function sweepMailFiles(outbox: string, keepDays: number): Promise<void> {
  const names = await readdir(outbox).catch(() => []);
  for (const path of names.filter(name => name.endsWith('.eml')).map(name => join(outbox, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - keepDays * dayMs) await rm(path, { force: true });
  }
}
