/**
 * Makes the tables of the product and its queue in the empty database that the environment names. A process of its own
 * fills Node's compile cache (`NODE_COMPILE_CACHE`) for later servers: it is written when a process ends by itself.
 */
import { openDatabase } from '#server/database/open-database.ts';
import { createLog } from '#server/http/log.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
// Only so that it is compiled.
import '#server/start-server.ts';

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = process.env;
const database = await openDatabase({ dataDir, databaseUrl });
const queue = await openJobQueue(database, createLog());
await queue.close();
await database.close();
