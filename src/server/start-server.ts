import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { type AccountLimits, defaultAccountLimits } from './accounts/account-limits.ts';
import { type AppParts, buildApp, defaultLoadLimits, getPublicUrl, type LoadLimits } from './app.ts';
import { findDump, keepBackups, rewriteTables } from './backups/keep-backups.ts';
import { type ChosenEngines, checkRoles, chooseEngines } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import { findExpiry } from './config/credentials.ts';
import { createOperatorKey } from './config-route.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { embeddedFolder, openDatabase } from './database/open-database.ts';
import {
  createDecodingBudget,
  type DecodingLimits,
  defaultDecodingBudget,
} from './decoding/decoding-limits.ts';
import { openDecoding } from './decoding/open-decoding.ts';
import { defaultListenerLimits, type ListenerLimits } from './http/answer-with-stream.ts';
import type { App } from './http/app-types.ts';
import { builtPage } from './http/page.ts';
import type { RunningWork } from './http/running-work.ts';
import { defaultKeyedCallLimits, type KeyedCallLimits } from './idempotency/keyed-calls.ts';
import { openJobQueue } from './jobs/job-queue.ts';
import { RecentTries, type TryLimit } from './limits/recent-tries.ts';
import { startWorkers } from './start-workers.ts';
import { defaultUploadLimits, type UploadLimits } from './uploads/upload-limits.ts';
import { defaultVoiceSampleLimits, type VoiceSampleLimits } from './voices/voice-samples.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly uploadLimits?: Partial<UploadLimits> | undefined;
  readonly listenerLimits?: Partial<ListenerLimits> | undefined;
  readonly loadLimits?: Partial<LoadLimits> | undefined;
  readonly accountLimits?: Partial<AccountLimits> | undefined;
  readonly voiceSampleLimits?: Partial<VoiceSampleLimits> | undefined;
  readonly keyedCallLimits?: Partial<KeyedCallLimits> | undefined;
  readonly decodingLimits?: Partial<DecodingLimits> | undefined;
  readonly decodingBudget?: TryLimit | undefined;
  readonly engines?: ChosenEngines | undefined;
  readonly pageFolder?: string | undefined;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

const offlineAdvice =
  'Everything else works. Restore what is missing or damaged: npm ci reinstalls the packages. The check repeats after half a minute.';

const closingAdvice =
  'No acknowledged data is lost. If this happens again, report it with the lines before this one.';

/** Running work may finish within this time; the rest is aborted with a request to retry, so that all ends within 30 seconds. */
const defaultGraceMs = 24_000;
const abortGraceMs = 2000;
const closingMs = 3500;

/**
 * Opens everything and listens. Closes what was opened if a later step fails.
 * @throws StartError, and errors of database, decoders and port
 */
export async function startServer({
  config,
  log,
  uploadLimits,
  listenerLimits,
  loadLimits,
  accountLimits,
  voiceSampleLimits,
  keyedCallLimits,
  decodingLimits,
  decodingBudget: budgetLimit = defaultDecodingBudget,
  engines: given,
  pageFolder = builtPage,
}: ServerOptions) {
  await using opened = new AsyncDisposableStack();
  const expiry = config.contentCredentials && findExpiry(config.contentCredentials);
  if (expiry) log.warn({ advice: expiry }, 'the certificate of Content Credentials ends soon');
  const dataFolder = opened.adopt(await openDataFolder(config.dataDir), folder => folder.release());
  const database = opened.adopt(await openDatabase(config), each => each.close());
  opened.adopt(startBackups({ config, log, dataFolder, database }), each => each?.stop());
  const queue = opened.adopt(await openJobQueue(database, log), each => each.close());
  const secret = config.authSecret ?? dataFolder.secret;
  const decodingBudget = createDecodingBudget(new RecentTries(database.queries, secret), budgetLimit);
  const decodingOptions = {
    maxSeconds: config.maxVideoSeconds,
    textLanguages: config.offlineTextLanguages,
    limits: decodingLimits,
    budget: decodingBudget,
    warn: (fault: string) =>
      log.warn({ fault, advice: offlineAdvice }, 'the offline engine works only in part'),
  };
  const decoding = opened.adopt(openDecoding(decodingOptions), each => each.close());
  const { frameReader } = decoding;
  const engines = opened.adopt(given ?? (await chooseEngines(config, decoding)), each => each.close());
  const { app, work, accounts } = await buildApp({
    config,
    log,
    dataFolder,
    database,
    engines,
    frameReader,
    decodingBudget,
    pageFolder,
    uploadLimits: { ...defaultUploadLimits, ...uploadLimits },
    listenerLimits: { ...defaultListenerLimits, ...listenerLimits },
    loadLimits: { ...defaultLoadLimits, ...loadLimits },
    queue,
    accountLimits: { ...defaultAccountLimits, ...accountLimits },
    voiceSampleLimits: { ...defaultVoiceSampleLimits, ...voiceSampleLimits },
    keyedCallLimits: { ...defaultKeyedCallLimits, ...keyedCallLimits },
    secret,
  });
  opened.adopt(app, closeApp);
  const url = await app.listen({ port: config.port, host: config.host });
  await accounts.prepare();
  const roleCheck = opened.adopt(checkRoles(engines, log), each => each.stop());
  if (config.role === 'all') await startWorkers({ config, log, dataFolder, database, queue, accounts });
  const parts = opened.move();
  const publicUrl = getPublicUrl(app, config);
  return {
    publicUrl,
    operatorUrl: `${publicUrl}/?operator=${createOperatorKey(secret)}`,
    url,
    engines,
    rolesChecked: roleCheck.done,
    databaseDescription: database.description,
    /**
     * Refuses new work, waits for running work, then closes everything. Takes at most `graceMs` and six
     * seconds: the rest ends with the process.
     */
    async stop(graceMs = defaultGraceMs): Promise<void> {
      await endWork(work, graceMs);
      const closed = parts.disposeAsync().then(() => true);
      if (await waitAtMost(closingMs, closed, () => false)) return;
      log.warn({ advice: closingAdvice }, 'work in progress ends with the process');
    },
  };
}

/** Postgres has its own backup tools. */
function startBackups(parts: Pick<AppParts, 'config' | 'log' | 'dataFolder' | 'database'>) {
  const { config, log, dataFolder, database } = parts;
  const { embedded } = database;
  const dump = findDump(database);
  const oldestFile = join(embeddedFolder(config.dataDir), 'PG_VERSION');
  const forgetDeleted = async (signal: AbortSignal) => embedded && rewriteTables(embedded, signal);
  return dump && keepBackups({ dump, forgetDeleted, folder: dataFolder.backups, oldestFile, log });
}

async function endWork(work: RunningWork, graceMs: number): Promise<void> {
  work.close();
  if (await isIdleWithin(graceMs, work)) return;
  work.abortAll();
  await isIdleWithin(abortGraceMs, work);
}

function isIdleWithin(ms: number, work: RunningWork): Promise<boolean> {
  const idle = work.waitUntilIdle().then(() => true);
  return waitAtMost(ms, idle, () => false);
}

/** Cuts off remaining connections, as a stalled upload would keep the app from closing. */
async function closeApp(app: App): Promise<void> {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}
