import { join } from 'node:path';
import { count, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback } from '#server/database/schema.ts';
import { fillDatabase, measureBackup } from '../support/measure-backup.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

test.each([65])(
  'a backup of %i MB takes no more memory than a small one, and blocks nobody',
  async megabytes => {
    await using folder = await makeTemporaryFolder();
    const dataDir = join(folder.path, 'data');
    await fillDatabase(dataDir, megabytes);
    const cost = await measureBackup(dataDir);
    console.info(`${megabytes} MB:`, cost);
    expect(cost.memoryMb).toBeLessThan(100);
    expect(cost.rowsMeanwhile).toBeGreaterThan(10);

    const restored = join(folder.path, 'restored');
    await restoreBackup(restored, cost.path);
    const database = await openDatabase({ databaseUrl: undefined, dataDir: restored });
    const rows = database.queries.select({ count: count() }).from(feedback);
    const [small] = await rows.where(like(feedback.message, 'Number %'));
    expect(small?.count).toBeGreaterThanOrEqual(cost.rowsBefore);
    await database.close();
  },
);
