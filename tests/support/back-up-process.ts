/**
 * Backs up the embedded database of a data folder in its own process while rows are written to it, and prints the cost
 * as JSON: the better of two backups after a warm-up.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dump, findDump, writeBackup } from '#server/backups/keep-backups.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback } from '#server/database/schema.ts';
import { waitForStableMemory } from './stable-memory.ts';

export interface BackupCost {
  /** Of the last backup. */
  readonly path: string;
  readonly rowsBefore: number;
  readonly rowsMeanwhile: number;
  readonly durationMs: number;
  /** The peak above the memory before any backup. */
  readonly memoryMb: number;
}

const [dataDir = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: undefined, dataDir });
const dump = findDump(database);
if (!dump) throw new Error('The embedded database can be backed up.');

let rows = 0;
let isOver = false;
const writing = (async () => {
  for (; !isOver; rows += 1) {
    await database.queries.insert(feedback).values({ message: `Number ${rows}` });
    await wait(5);
  }
})();
await waitForStableMemory(() => process.memoryUsage.rss() / 1e6);
const memoryBefore = resetPeakMemory();
// A warm-up: the code is compiled, and memory is allocated that later ones reuse.
// Its memory counts, because all are compared with the state before it.
await backUp(dump);
const [first, second] = [await backUp(dump), await backUp(dump)];
isOver = true;
await writing;
await database.close();
// Other load rarely disturbs both.
const cost: BackupCost = { ...second, memoryMb: Math.min(first.memoryMb, second.memoryMb) };
console.log(JSON.stringify(cost));

async function backUp(dump: Dump): Promise<BackupCost> {
  resetPeakMemory();
  const rowsBefore = rows;
  const startedAt = performance.now();
  const path = await writeBackup({ folder: join(dataDir, 'backups'), dump });
  const durationMs = performance.now() - startedAt;
  const memoryMb = readPeakMemory() - memoryBefore;
  const rowsMeanwhile = rows - rowsBefore;
  return { path, rowsBefore, rowsMeanwhile, durationMs, memoryMb };
}

function resetPeakMemory(): number {
  writeFileSync('/proc/self/clear_refs', '5');
  return readPeakMemory();
}

function readPeakMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/u.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
