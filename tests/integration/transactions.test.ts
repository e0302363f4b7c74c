import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { feedback } from '#server/database/schema.ts';
import { createLog } from '#server/http/log.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { describeOnBothDatabases } from '../support/databases.ts';

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let database: Database;
  beforeEach(async () => {
    place = await makePlace();
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.environment;
    database = await openDatabase({ databaseUrl, dataDir });
  });
  afterEach(async () => {
    await database.close();
    place.remove();
  });

  const write = (message: string) => database.queries.insert(feedback).values({ message });
  const readMessages = async () =>
    (await database.queries.select().from(feedback)).map(({ message }) => message).sort();

  test('writes during a transaction are rolled back with it, however they were made', async () => {
    const failed = database.queries.transaction(async () => {
      await write('asked for by another function');
      expect(await readMessages()).toHaveLength(1);
      await database.queries.transaction(() => write('in a transaction within'));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await readMessages()).toEqual([]);
  });

  test('writes outside of a transaction stay', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const failed = database.queries
      .transaction(async () => {
        await write('inside');
        begin();
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await begun;
    await write('beside');
    await failed;
    expect(await readMessages()).toEqual(['beside']);
  });

  test('work after a transaction is not lost with it', async () => {
    let later: Promise<unknown> = Promise.resolve();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    await database.queries.transaction(async () => {
      await write('inside');
      later = over.then(() => write('later'));
    });
    end();
    await later;
    expect(await readMessages()).toEqual(['inside', 'later']);
  });

  test('a job exists exactly if its transaction does, and is retried until it succeeds', {
    tags: 'long',
  }, async () => {
    const queue = await openJobQueue(database, createLog({ write: () => {} }));
    const done: string[] = [];
    let failures = 1;
    const send = (mailId: string) => queue.send('mail', { mailId });
    await database.queries
      .transaction(async () => {
        await send('undone');
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await database.queries.transaction(() => send('kept'));
    await queue.work('mail', async ({ data, complete }) => {
      failures -= 1;
      if (failures >= 0) throw new Error('not now');
      done.push(data.mailId);
      await complete();
    });
    await expect.poll(() => done).toEqual(['kept']);
    await queue.close();
  });
});
