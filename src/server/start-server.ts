import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { Accounts } from './accounts/accounts.ts';
import { deliverToken } from './accounts/token-sync.ts';
import { type AppParts, buildApp, defaultLoadLimits, getPublicUrl, type LoadLimits } from './app.ts';
import { findDump, keepBackups, rewriteTables } from './backups/keep-backups.ts';
import { type ChosenEngines, checkRoles, type PictureDecoding } from './choose-engines.ts';
import { type Config, ConfigError } from './config/config.ts';
import { findExpiry } from './config/credentials.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { readSavedSettings, SettingsFile, withSaved } from './data-folder/saved-settings.ts';
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
import { type Job, type JobName, type JobQueue, openJobQueue } from './jobs/job-queue.ts';
import {
  type AccountLimits,
  defaultAccountLimits,
  RecentTries,
  type TryLimit,
} from './limits/recent-tries.ts';
import { LiveEngines } from './live-engines.ts';
import type { SendMail } from './mail/mail-transport.ts';
import { sendQueuedMail, sweepMailFiles } from './mail/mails.ts';
import { sweep } from './privacy/stored-data.ts';
import { SetupAccess } from './setup/setup-access.ts';
import { defaultUploadLimits, type UploadLimits } from './uploads/upload-limits.ts';
import { defaultVoiceSampleLimits, type VoiceSampleLimits } from './voices/voice-samples.ts';

interface ServerOptions {
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

const settingsAdvice = 'Set up the AI again on the page /setup, or correct DATA_DIR/settings.json.';

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
  const settings = new SettingsFile(config.dataDir, readSavedSettings(config));
  const engines = opened.adopt(
    given ? new LiveEngines(config, given, decoding) : await openEngines(config, settings, decoding, log),
    each => each.close(),
  );
  const setupAccess = await SetupAccess.open(config, secret);
  const { app, work, accounts } = await buildApp({
    config,
    log,
    dataFolder,
    database,
    engines,
    settings,
    setupAccess,
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
    setupUrl: config.setup ? setupAccess.describeLink(publicUrl) : undefined,
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

/** Saved settings that have become invalid do not keep the server from starting. */
async function openEngines(
  config: Config,
  { saved }: SettingsFile,
  decoding: PictureDecoding,
  log: FastifyBaseLogger,
): Promise<LiveEngines> {
  try {
    return await LiveEngines.open(withSaved(config, saved), decoding);
  } catch (error) {
    if (!(error instanceof ConfigError) || Object.keys(saved.values).length === 0) throw error;
    const { mistakes } = error;
    log.warn({ mistakes, advice: settingsAdvice }, 'the saved AI settings are not valid and not used');
    return await LiveEngines.open(config, decoding);
  }
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

interface WorkerParts extends Pick<AppParts, 'config' | 'log' | 'dataFolder' | 'database' | 'queue'> {
  readonly accounts: Accounts;
}

type SentJobName = Exclude<JobName, 'sweep'>;

/** A kind without an entry does not compile. */
type Handlers = { readonly [Name in SentJobName]: ((job: Job<Name>) => Promise<void>) | undefined };

async function startWorkers(parts: WorkerParts): Promise<void> {
  const { config, log, dataFolder, database, queue, accounts } = parts;
  let sending: Promise<SendMail> | undefined;
  const { tokenSync } = config;
  const handlers: Handlers = {
    mail: async job => {
      sending ??= loadSending(parts);
      await sendQueuedMail(database.queries, await sending, job);
    },
    'password-reset': job => accounts.doPasswordReset(job),
    'lockout-mail': job => accounts.doLockoutMail(job),
    'token-sync': tokenSync && (job => deliverToken(tokenSync, claims => accounts.signToken(claims), job)),
  };
  for (const name of Object.keys(handlers) as SentJobName[]) await startWorker(queue, handlers, name);
  await queue.workDaily('sweep', async () => {
    const rows = await sweep(database.queries, config);
    await sweepMailFiles(dataFolder.outbox, config.retentionDays);
    log.info({ rows }, 'deleted what was kept for long enough');
  });
}

/** Loaded with the first mail, as it takes 13 MB. */
async function loadSending({ config, dataFolder, log }: WorkerParts): Promise<SendMail> {
  const { openSending } = await import('./mail/mail-transport.ts');
  return openSending(config, dataFolder.outbox, log);
}

async function startWorker<Name extends SentJobName>(
  queue: JobQueue,
  handlers: Handlers,
  name: Name,
): Promise<void> {
  const handle = handlers[name];
  if (handle) await queue.work(name, handle);
}

export type RunningWorker = Awaited<ReturnType<typeof startWorkerProcess>>;

export async function startWorkerProcess({ config, log }: Pick<WorkerParts, 'config' | 'log'>) {
  await using opened = new AsyncDisposableStack();
  const dataFolder = opened.adopt(await openDataFolder(config.dataDir), folder => folder.release());
  const database = opened.adopt(await openDatabase(config), each => each.close());
  const queue = opened.adopt(await openJobQueue(database, log), each => each.close());
  const secret = config.authSecret ?? dataFolder.secret;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const accounts = new Accounts({
    config,
    log,
    queue,
    secret,
    queries: database.queries,
    recentTries: new RecentTries(database.queries, secret),
    limits: defaultAccountLimits,
    // It handles no requests, so no work of an account runs here.
    work: { endWorkOf: async () => {} },
    getPublicUrl: () => publicUrl,
  });
  await startWorkers({ config, log, dataFolder, database, queue, accounts });
  const parts = opened.move();
  return { publicUrl, databaseDescription: database.description, stop: () => parts.disposeAsync() };
}
