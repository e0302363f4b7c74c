import { existsSync } from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { CodedError } from '#shared/errors.ts';
import { countBytes, type LocalModel, type ModelFile } from './catalogue.ts';
import {
  computeGitHash,
  computeSha256,
  findFilePath,
  isInPlace,
  keepFacts,
  measureFile,
  nameFile,
} from './installed-models.ts';

interface DeclaredFacts {
  readonly revision?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
  /** Of a small file, which the host keeps in Git: SHA-1 of `blob`, its size, a zero byte and the content. */
  readonly gitHash?: string | undefined;
}

const maxRedirects = 5;
/** For the head, and for each piece of the body. */
const timeoutMs = 60_000;

/**
 * Hugging Face or a mirror of it. Follows `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
 * @throws CodedError `unavailable` if one of them is no address
 */
export function openModelHost(baseUrl: string) {
  const base = new URL(baseUrl);
  const dispatcher = openProxies();
  let hasAnswered = false;
  return {
    name: base.host,
    /** Then asking again may help after a failure. */
    hasAnswered: () => hasAnswered,
    /**
     * Asks for a file from an offset on.
     * @returns `startsAt`: where the body starts in the file; undefined if there is nothing from the offset on
     * @throws CodedError `unavailable` where asking again does not help; other errors where it may
     */
    async ask(file: ModelFile, offset: number, signal: AbortSignal) {
      const { repository, revision = 'main', path } = file;
      let url = new URL(`${base.href.replace(/\/$/u, '')}/${repository}/resolve/${revision}/${path}`);
      let declared: DeclaredFacts = {};
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const headers = { 'accept-encoding': 'identity', range: `bytes=${offset}-` };
        const answer = await request(url, { dispatcher, signal, headers }).catch(error => {
          throw explainProxy(error, url) ?? error;
        });
        hasAnswered = true;
        // Ending it early is no error of anybody.
        answer.body.on('error', () => undefined);
        if (url.origin === base.origin) declared = { ...readDeclared(answer), ...declared };
        const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
        const target = isRedirect ? readHeader(answer.headers, 'location') : undefined;
        if (target === undefined) {
          const trouble = findTrouble(answer, base.host, file);
          if (trouble) {
            answer.body.destroy();
            throw trouble;
          }
          return { declared, startsAt: findStart(answer, offset), body: answer.body };
        }
        await answer.body.dump();
        url = requireSafe(new URL(target, url), base);
      }
      throw refuse(`${base.host} redirects too often for ${nameFile(file)}.`);
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

function openProxies(): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  } catch (error) {
    throw refuse('HTTPS_PROXY and HTTP_PROXY must be addresses such as http://proxy.example:3128.', error);
  }
}

function refuse(sentence: string, cause?: unknown): CodedError {
  return new CodedError('unavailable', { operatorMessage: sentence, cause });
}

/** Whoever sets a mirror without encryption gets what it links to; others stay encrypted. */
function requireSafe(url: URL, base: URL): URL {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && base.protocol === 'http:')) return url;
  throw refuse(
    `${base.host} redirects to an address without encryption (${url.origin}). Nothing was downloaded.`,
  );
}

function readDeclared({ statusCode, headers }: Dispatcher.ResponseData): DeclaredFacts {
  const hash = (readHeader(headers, 'x-linked-etag') ?? readHeader(headers, 'etag') ?? '').replace(
    /^W\/|"/gu,
    '',
  );
  const [, total] = /\/(\d+)$/u.exec(readHeader(headers, 'content-range') ?? '') ?? [];
  const whole = statusCode === 200 ? readHeader(headers, 'content-length') : undefined;
  const bytes = readHeader(headers, 'x-linked-size') ?? total ?? whole;
  const revision = readHeader(headers, 'x-repo-commit');
  const isHex = /^[0-9a-f]+$/u.test(hash);
  const facts = {
    revision,
    bytes: bytes === undefined ? undefined : Number(bytes),
    sha256: isHex && hash.length === 64 ? hash : undefined,
    // Other servers' marks look the same and mean something else.
    gitHash: revision !== undefined && isHex && hash.length === 40 ? hash : undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Undefined if the answer has the file's contents, or nothing from the asked offset on. */
function findTrouble(
  { statusCode, headers }: Dispatcher.ResponseData,
  hostName: string,
  file: ModelFile,
): Error | undefined {
  if (statusCode === 416) return undefined;
  if (statusCode < 300)
    return readHeader(headers, 'content-type')?.startsWith('text/html') === true
      ? refuse(
          `${hostName} answered with a web page instead of ${nameFile(file)}. Does this network need a sign-in, or is MODELS_BASE_URL wrong?`,
        )
      : undefined;
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500)
    return new Error(`${hostName} answered ${statusCode}.`);
  return refuse(
    statusCode === 404
      ? `${hostName} does not have ${file.repository}/${file.path}. Use another mirror, or update Benshi.`
      : `${hostName} refuses ${file.repository}/${file.path} (${statusCode}).`,
  );
}

function findStart({ statusCode, headers }: Dispatcher.ResponseData, offset: number): number | undefined {
  if (statusCode === 416) return undefined;
  if (statusCode !== 206) return 0;
  return Number(/^bytes (\d+)-/u.exec(readHeader(headers, 'content-range') ?? '')?.[1] ?? offset);
}

function explainProxy(error: unknown, { protocol, host }: URL): CodedError | undefined {
  const [, status] = /^Proxy response \((\d+)\)/u.exec(error instanceof Error ? error.message : '') ?? [];
  if (status === undefined) return undefined;
  const setting = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return refuse(
    `The proxy of ${setting} does not let ${host} through (${status}). Ask whoever runs it, or set MODELS_BASE_URL to a mirror that it allows.`,
    error,
  );
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  return [headers[name] ?? []].flat()[0];
}

export interface DownloadParts {
  readonly host: ReturnType<typeof openModelHost>;
  /** Exists, with the model's folder in it. */
  readonly modelsFolder: string;
  readonly signal: AbortSignal;
  /** After a broken connection: how often to ask again, and how long to wait before the first time. */
  readonly retries: { readonly times: number; readonly waitMs: number };
  /** @param bytes of the file that have arrived */
  onBytes(bytes: number): void;
  /** The file is whole, and is compared with its hash. */
  onCheck(): void;
}

/** For a person who is waiting. */
export const usualRetries: DownloadParts['retries'] = { times: 5, waitMs: 2000 };

function findPartPath(modelsFolder: string, model: LocalModel, file: ModelFile): string {
  return `${findFilePath(modelsFolder, model, file.path)}.part`;
}

/**
 * Fetches one file into `FILE.part`, going on where an earlier attempt ended, and gives it its name once its contents are right.
 * @throws CodedError `unavailable`; the part stays, unless its contents are wrong
 */
async function downloadFile(model: LocalModel, file: ModelFile, parts: DownloadParts): Promise<void> {
  const { modelsFolder, signal } = parts;
  const part = findPartPath(modelsFolder, model, file);
  const declared = await fetchWhole(file, part, parts);
  parts.onCheck();
  const sha256 = await computeSha256(part, signal);
  const isRight =
    (file.sha256 ?? declared.sha256 ?? sha256) === sha256 &&
    (declared.gitHash === undefined || (await computeGitHash(part, signal)) === declared.gitHash);
  if (!isRight) {
    await rm(part);
    throw refuse(
      `${nameFile(file)} does not match its published SHA-256 and was deleted (it had ${sha256}). Download it again; if that does not help, the file on ${parts.host.name} has changed.`,
    );
  }
  const bytes = (await measureFile(part)) ?? 0;
  await rename(part, findFilePath(modelsFolder, model, file.path));
  const revision = file.revision ?? declared.revision;
  await keepFacts(modelsFolder, model, { [nameFile(file)]: { revision, bytes, sha256 } });
}

async function fetchWhole(file: ModelFile, part: string, parts: DownloadParts): Promise<DeclaredFacts> {
  const { host, signal, retries } = parts;
  for (let failures = 0; ; ) {
    try {
      const declared = await fetchRest(file, part, parts);
      if (declared !== undefined) return declared;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CodedError) throw error;
      const unwritable = explainWriting(error, part);
      if (unwritable !== undefined) throw unwritable;
      if (!host.hasAnswered())
        throw refuse(
          `${host.name} cannot be reached (${findCode(error) ?? 'no answer'}). Is this machine connected? Set HTTPS_PROXY if it needs a proxy, or MODELS_BASE_URL to a mirror.`,
          error,
        );
    }
    failures += 1;
    if (failures > retries.times)
      throw refuse(
        `The connection to ${host.name} broke ${failures} times. What has arrived is kept, and the next try continues from there.`,
      );
    await setTimeout(retries.waitMs * failures, undefined, { signal });
  }
}

/** One request, from the end of the part on. @returns undefined if the file is not whole yet */
async function fetchRest(
  file: ModelFile,
  part: string,
  { host, signal, onBytes }: DownloadParts,
): Promise<DeclaredFacts | undefined> {
  const there = (await measureFile(part)) ?? 0;
  const { declared, startsAt, body } = await host.ask(file, there, signal);
  try {
    const bytes = requireSameFile(file, declared, host.name);
    if (there === bytes) return declared;
    if (startsAt === undefined || there > (bytes ?? there)) return await rm(part).then(() => undefined);
    // A body that breaks drops what it holds; this keeps what has arrived before.
    const pieces = new PassThrough();
    body.once('close', () => pieces.end()).pipe(pieces);
    let arrived = startsAt;
    await using written = await open(part, startsAt === there && there > 0 ? 'a' : 'w');
    for await (const piece of pieces) {
      await written.appendFile(piece);
      arrived += piece.length;
      onBytes(arrived);
    }
    if (body.errored) throw body.errored;
    return bytes === undefined || arrived === bytes ? declared : undefined;
  } finally {
    body.destroy();
  }
}

/** @returns the size; undefined if neither the catalogue nor the host says it */
function requireSameFile(file: ModelFile, declared: DeclaredFacts, hostName: string): number | undefined {
  const bytes = file.revision === undefined ? declared.bytes : file.bytes;
  const isSame =
    (declared.bytes ?? bytes) === bytes &&
    (file.sha256 === undefined || (declared.sha256 ?? file.sha256) === file.sha256);
  if (isSame) return bytes;
  throw refuse(
    `${hostName} has a different ${nameFile(file)} than expected, so it was not downloaded. Use another mirror, or update Benshi.`,
  );
}

const fullDisk: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const fileCalls: readonly unknown[] = ['mkdir', 'open', 'rename', 'unlink'];

/** Undefined for errors that are not about files. */
export function explainWriting(error: unknown, path: string): CodedError | undefined {
  if (fullDisk.includes(findCode(error)))
    return refuse(
      `The disk is full. What has arrived is kept in ${path}. Free some space and try again, or set MODELS_DIR to a folder on another disk.`,
      error,
    );
  if (!(error instanceof Error && 'syscall' in error && fileCalls.includes(error.syscall))) return undefined;
  return refuse(
    `${path} cannot be written (${findCode(error)}). Set MODELS_DIR to a folder that this user may write to.`,
    error,
  );
}

function findCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export interface ModelProgress {
  readonly doneBytes: number;
  /** About right for a model whose size only the host knows. */
  readonly totalBytes: number;
  /** A whole file is compared with its hash. */
  readonly isChecking: boolean;
}

export interface ModelDownload extends Omit<DownloadParts, 'onBytes' | 'onCheck'> {
  onProgress(progress: ModelProgress): void;
}

/**
 * Fetches the files of a model that are not there yet. Only for the holder of its folder's lock.
 * @throws CodedError `unavailable`
 */
export async function downloadModel(model: LocalModel, parts: ModelDownload): Promise<void> {
  const totalBytes = countBytes(model);
  let earlierBytes = 0;
  for (const file of model.files) {
    const note = (bytes: number, isChecking: boolean) =>
      parts.onProgress({ doneBytes: Math.min(earlierBytes + bytes, totalBytes), totalBytes, isChecking });
    const onBytes = (bytes: number) => note(bytes, false);
    const onCheck = () => note(file.bytes, true);
    if (!(await isInPlace(parts.modelsFolder, model, file)))
      await downloadFile(model, file, { ...parts, onBytes, onCheck });
    earlierBytes += file.bytes;
  }
}

/** What of a model has arrived: finished files, and the parts of others. */
export async function countArrived(modelsFolder: string, model: LocalModel): Promise<number> {
  const sizes = model.files.flatMap(file => [
    measureFile(findFilePath(modelsFolder, model, file.path)),
    measureFile(findPartPath(modelsFolder, model, file)),
  ]);
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** @param folder need not exist */
export async function countFreeBytes(folder: string): Promise<number> {
  if (!existsSync(folder)) return await countFreeBytes(dirname(folder));
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws CodedError `unavailable` if the disk has no room for what is still to be fetched */
export async function requireSpace(modelsFolder: string, models: readonly LocalModel[]): Promise<void> {
  let neededBytes = 0;
  for (const model of models)
    neededBytes += Math.max(0, countBytes(model) - (await countArrived(modelsFolder, model)));
  const freeBytes = await countFreeBytes(modelsFolder);
  if (neededBytes <= freeBytes) return;
  throw refuse(
    `${describeBytes(neededBytes)} are needed, but only ${describeBytes(freeBytes)} are free for ${modelsFolder}. Free some space, or set MODELS_DIR to a folder on another disk.`,
  );
}

/** @returns notes what has arrived; gives the bytes a second since the first note, undefined at first */
export function createSpeedometer(): (bytes: number) => number | undefined {
  let start: { readonly ms: number; readonly bytes: number } | undefined;
  return bytes => {
    const ms = Date.now();
    start ??= { ms, bytes };
    return ms > start.ms ? (1000 * (bytes - start.bytes)) / (ms - start.ms) : undefined;
  };
}

/** `1.55 GB`, `546 MB` */
export function describeBytes(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const);
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumSignificantDigits: 3 }).format(
    bytes / size,
  );
}
