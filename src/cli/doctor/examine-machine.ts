import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { type MemoryFacts, readMemory } from '#engines/local/models/suits-machine.ts';
import { backupEveryMs, listBackups, readBackupTime } from '#server/backups/keep-backups.ts';
import type { Config } from '#server/config/config.ts';
import {
  explainFolder,
  findErrorCode,
  findFolderTrouble,
  findWriteTrouble,
} from '#server/data-folder/explain-folder.ts';
import { findHolder, findOpenFolder } from '#server/data-folder/open-data-folder.ts';
import { migrations } from '#server/database/database.ts';
import { EmbeddedDatabaseError, embeddedFolder, explainPostgres } from '#server/database/open-database.ts';
import { requireUsableFiles } from '#server/database/open-embedded.ts';
import { explainStart } from '#server/explain-start.ts';
import { openMailer } from '#server/mail/mail-transport.ts';
import { describeByteLimit } from '#server/uploads/upload-limits.ts';
import { unlessCancelled } from '#shared/cancellation.ts';
import { formatColumns } from './format-columns.ts';

interface Found {
  readonly about: string;
  readonly remarks: readonly Remark[];
}

/** `failed`: Benshi does not work with it; `warning`: not as it should be. The text says what to do. */
interface Remark {
  readonly kind: 'ok' | 'note' | 'warning' | 'failed';
  readonly sentence: string;
}

const ok = (sentence: string): Remark => ({ kind: 'ok', sentence });
const note = (sentence: string): Remark => ({ kind: 'note', sentence });
const warn = (sentence: string): Remark => ({ kind: 'warning', sentence });
const fail = (sentence: string): Remark => ({ kind: 'failed', sentence });

function isOnThisMachine(hostname: string): boolean {
  return hostname === '' || /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/iu.test(hostname);
}

interface ExamineMachineOptions {
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

type DiskConfig = Pick<Config, 'dataDir' | 'maxVideoBytes' | 'role'>;

/** The disk must have space for this many of the largest videos. */
const videosAtOnce = 2;
/** For the embedded database, its log, its backups and mails. */
const dataBytes = 500_000_000;

/**
 * Checks that the disk has space for uploads and the database, and is writable.
 * @param isInUse whether a server is running there, whose files change
 */
async function checkDisk(config: DiskConfig, isInUse: boolean): Promise<Found> {
  const { dataDir } = config;
  const there = findExisting(dataDir);
  const { bavail, bsize } = statfsSync(there);
  const uploads = join(dataDir, 'tmp');
  const isElsewhere = existsSync(uploads) && statSync(uploads).dev !== statSync(there).dev;
  return {
    about: `${describeByteLimit(bavail * bsize)} free for DATA_DIR (${dataDir}).`,
    remarks: [
      there === dataDir ? await tryFolder(dataDir, isInUse) : tryParent(there, dataDir),
      ...judgeOwner(there),
      ...judgeSpace(isElsewhere ? uploads : there, config),
      ...tryTemporary(),
    ],
  };
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

async function tryFolder(folder: string, isInUse: boolean): Promise<Remark> {
  const trouble = isInUse ? findWriteTrouble(folder) : findFolderTrouble(folder);
  if (trouble) return fail(explainFolder(trouble.path, trouble.error));
  const open = await findOpenFolder(folder);
  if (open) return fail(open.message);
  return ok('Writable.');
}

/** Creates nothing if the folder does not exist yet. */
function tryParent(parent: string, folder: string): Remark {
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    if (statSync(parent).isDirectory()) return ok('It does not exist yet. The first start creates it.');
    return fail(explainFolder(folder, Object.assign(new Error(), { code: 'ENOTDIR' })));
  } catch (error) {
    return fail(explainFolder(folder, error));
  }
}

function judgeOwner(folder: string): Remark[] {
  const user = process.getuid?.();
  const { uid } = statSync(folder);
  if (user === undefined || uid === user || folder === '/') return [];
  const sentence = `It belongs to user ${uid}, but the doctor runs as user ${user}, whose permissions may differ. Run the doctor as the server's user.`;
  return [warn(sentence)];
}

function judgeSpace(folder: string, { maxVideoBytes, role }: DiskConfig): Remark[] {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const wanted = dataBytes + (role === 'worker' ? 0 : videosAtOnce * maxVideoBytes);
  if (free >= wanted) return [];
  const sentence =
    role === 'worker'
      ? `Mails and the database may need ${describeByteLimit(wanted)}. Free some space, or set DATA_DIR to a larger disk.`
      : `${describeByteLimit(free)} free, but two of the largest videos (MAX_VIDEO_BYTES) and the database need ${describeByteLimit(wanted)}, so uploads may be refused. Free some space, set DATA_DIR to a larger disk, or lower MAX_VIDEO_BYTES.`;
  return [warn(sentence)];
}

/** Uploads are in DATA_DIR; the temporary folder holds the command line's copies. */
function tryTemporary(): Remark[] {
  const folder = tmpdir();
  const trouble = findWriteTrouble(folder);
  if (!trouble) return [];
  const sentence = `The folder for temporary files, ${folder}, is not writable. The server does not need it, but npm run narrate does. Free some space there, or set TMPDIR to another folder.`;
  return [warn(sentence)];
}

const gigabyte = 1e9;

/** The required memory; docs/self-hosting.md, Size. */
const neededMemory = { webBytes: 2 * gigabyte, coreBytes: gigabyte, workerBytes: gigabyte, cores: 2 };

/** A process with less does not start. */
const minBytes = { embedded: gigabyte / 2, others: gigabyte / 4 };

/** Machines sold with 2 GB report a little less. */
const tolerance = 0.9;

export function checkMemory(
  { role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>,
  { machineBytes, limitBytes, cores }: MemoryFacts = readMemory(),
): Found {
  const machine = `This machine has ${describeByteLimit(machineBytes)}`;
  const about =
    limitBytes === undefined
      ? `${machine}, and ${cores} cores.`
      : `${machine}, of which a control group allows ${describeByteLimit(limitBytes)}, and ${cores} cores.`;
  const bytes = limitBytes ?? machineBytes;
  const needed =
    role === 'worker'
      ? neededMemory.workerBytes
      : neededMemory.webBytes + neededMemory.coreBytes * Math.max(0, cores - neededMemory.cores);
  const least = databaseUrl === undefined ? minBytes.embedded : minBytes.others;
  return { about, remarks: [judge(bytes, needed, least, limitBytes !== undefined)] };
}

function judge(bytes: number, needed: number, least: number, isLimited: boolean): Remark {
  const more = isLimited
    ? 'Raise the limit (MemoryMax of systemd, mem_limit of a container)'
    : 'Give the machine more';
  const wanted = `Benshi needs ${describeByteLimit(needed)} for this many cores`;
  if (bytes < least * tolerance)
    return fail(`${wanted} and does not start with less than ${describeByteLimit(least)}. ${more}.`);
  if (bytes >= needed * tolerance) return ok(`${wanted}.`);
  return warn(`${wanted}. With many videos at once the system may end it. ${more}, or use fewer cores.`);
}

/** A single failed or slow backup is not reported. */
const overdueMs = 2.5 * backupEveryMs;

/**
 * Checks the database in DATA_DIR without opening it: it serves one process at a time, possibly a running server.
 * @param holder the process that uses it
 */
async function checkEmbedded(config: Config, holder: string | undefined): Promise<Found> {
  const folder = embeddedFolder(config.dataDir);
  const about = `Embedded, in ${folder}.`;
  if (!existsSync(folder) || (await readdir(folder)).length === 0)
    return { about, remarks: [ok('The first start creates it.')] };
  if (holder !== undefined) {
    const isUsed = ok(`A server is using it (${holder}).`);
    return { about, remarks: [isUsed, await judgeBackups(config.dataDir, true)] };
  }
  try {
    await requireUsableFiles(folder);
  } catch (cause) {
    const error = new EmbeddedDatabaseError(config.dataDir, { cause });
    return { about, remarks: [fail(await explainStart(error, config))] };
  }
  const isRight = ok('No server is using it, and its files have the right version.');
  return { about, remarks: [isRight, await judgeBackups(config.dataDir, false)] };
}

async function judgeBackups(dataDir: string, isInUse: boolean): Promise<Remark> {
  const newest = (await listBackups(join(dataDir, 'backups'))).at(-1);
  const since = newest
    ? readBackupTime(newest).getTime()
    : statSync(join(embeddedFolder(dataDir), 'PG_VERSION')).mtimeMs;
  const age = Date.now() - since;
  const said = newest ? `The newest backup is ${describeAge(age)} old.` : 'There are no backups yet.';
  if (isInUse && age > overdueMs)
    return warn(`${said} A backup is made every hour. See the server's log for the error.`);
  return note(newest ? `${said} Copy backups to another machine.` : said);
}

/** Rounded down to a whole unit. */
function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 2) return '1 minute';
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

const minPostgresVersion = 15;

/** A request makes several queries in sequence. */
const longestAnswerMs = 20;
const tries = 5;

/** The same as the server's. */
const timeoutMs = 3000;

async function checkPostgres(databaseUrl: string): Promise<Found> {
  const about = `Postgres on ${new URL(databaseUrl).host}.`;
  const options = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const client = new pg.Client({ connectionString: databaseUrl, ...options });
  // A broken connection fails the pending query; without a listener it would crash the process first.
  client.on('error', () => {});
  try {
    await client.connect();
    const remarks = [await judgeVersion(client), await judgeTables(client), await judgeAnswers(client)];
    return { about, remarks };
  } catch (error) {
    return { about, remarks: [fail(explainPostgres(error, databaseUrl))] };
  } finally {
    // Does not wait for a server that does not answer.
    client.end().catch(() => {});
  }
}

async function judgeVersion(client: pg.Client): Promise<Remark> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version >= minPostgresVersion) return ok(`It answers. Version ${version}.`);
  return fail(
    `It is version ${version}, but Benshi needs ${minPostgresVersion} or newer. Upgrade it, or set DATABASE_URL to another database.`,
  );
}

async function judgeTables(client: pg.Client): Promise<Remark> {
  const ours = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis);
  const newest = Math.max(...ours);
  const applied = await readNewestMigration(client);
  if (applied === undefined) return note('It has no Benshi tables yet. The first start creates them.');
  if (applied > newest)
    return fail(
      'Its tables belong to a newer version of Benshi. Start that version, or restore an older backup.',
    );
  const missing = ours.filter(each => each > applied).length;
  if (missing === 0) return ok('Its tables are up to date.');
  return note(`Migrations to run at the next start: ${missing}. Make a backup first.`);
}

/** The time of the newest applied migration; undefined if there is none. */
async function readNewestMigration(client: pg.Client): Promise<number | undefined> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (found[0]?.name === null) return undefined;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? null;
  return newest === null ? undefined : Number(newest);
}

async function judgeAnswers(client: pg.Client): Promise<Remark> {
  const times: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    const begun = performance.now();
    await client.query('select 1');
    times.push(performance.now() - begun);
  }
  const usual = times.toSorted((one, other) => one - other)[Math.floor(tries / 2)] ?? 0;
  const said = `It answers in ${usual.toFixed(1)} ms.`;
  if (usual <= longestAnswerMs) return ok(said);
  return warn(
    `${said} Every request makes several queries, so requests are slow. Move it closer to the server, or check its load.`,
  );
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>;

/** Tests whether the mail server accepts a login. No mail is sent. */
async function checkMail(config: MailConfig): Promise<Found> {
  if (config.smtpUrl === undefined) return checkOutbox(config);
  const { host } = new URL(config.smtpUrl);
  return { about: `The mail server ${host}.`, remarks: [await tryServer(config.smtpUrl, config)] };
}

async function checkOutbox({ dataDir, publicUrl }: MailConfig): Promise<Found> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const count = names.filter(name => name.endsWith('.eml')).length;
  const about = `SMTP_URL is not set: mails are written to ${outbox} (${count} so far).`;
  const isPublic = publicUrl !== undefined && !isOnThisMachine(new URL(publicUrl).hostname);
  const warning = warn(
    'They are not sent, so nobody can confirm an address or reset a password. Set SMTP_URL and MAIL_FROM.',
  );
  return { about, remarks: isPublic ? [warning] : [] };
}

async function tryServer(smtpUrl: string, { mailFrom }: MailConfig): Promise<Remark> {
  const { protocol, hostname } = new URL(smtpUrl);
  // Unencrypted connections are acceptable only within one machine.
  const mayBeOpen = protocol === 'smtps:' || isOnThisMachine(hostname);
  const from = `Whether it accepts mails from ${mailFrom.address} was not tested.`;
  try {
    await verify(smtpUrl, !mayBeOpen);
    return ok(`The login works${mayBeOpen ? '' : ', encrypted'}. ${from}`);
  } catch (error) {
    if (mayBeOpen || findErrorCode(error) !== 'ETLS') return fail(explain(error, smtpUrl));
  }
  try {
    await verify(smtpUrl, false);
  } catch (error) {
    return fail(explain(error, smtpUrl));
  }
  return warn(
    `The login works, but is not encrypted: others can read mails and the password. Use a port with encryption, such as smtps://…:465. ${from}`,
  );
}

async function verify(smtpUrl: string, requireTLS: boolean): Promise<void> {
  const mailer = openMailer(smtpUrl, { requireTLS });
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

/** Describes a connection error without the password of SMTP_URL. */
function explain(error: unknown, smtpUrl: string): string {
  const { host, hostname, username } = new URL(smtpUrl);
  const code = isAboutCertificate(error) ? 'ETLS' : findErrorCode(error);
  switch (code) {
    case 'EAUTH':
      return `It rejects the user ${decodeURIComponent(username)} or the password in SMTP_URL. Correct them; write characters such as @ and / as %40 and %2F.`;
    case 'EDNS':
    case 'ENOTFOUND':
      return `The host ${hostname} in SMTP_URL cannot be found. Correct it, or check DNS.`;
    case 'ETLS':
      return `No encrypted connection to ${host}: its certificate may be for another name, or expired. Correct SMTP_URL (smtps:// for port 465, smtp:// for 587), or replace the certificate.`;
    case 'ETIMEDOUT':
      return `${host} does not answer. Correct the host and port in SMTP_URL. Many networks block port 25: use 587 or 465.`;
    default:
      return `${host} cannot be reached, or does not speak SMTP (${code ?? 'no reason given'}). Correct SMTP_URL: smtps:// for port 465, smtp:// for 587.`;
  }
}

/** Certificate errors have the same code as any broken connection. */
function isAboutCertificate(error: unknown): boolean {
  return error instanceof Error && /certificate|altname/iu.test(error.message);
}
