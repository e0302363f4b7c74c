import { open, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CodedError } from '#shared/errors.ts';
import type { LocalModel, ModelFile } from './catalogue.ts';
import {
  computeGitHash,
  computeSha256,
  findFilePath,
  keepFacts,
  measureFile,
  nameFile,
} from './installed-models.ts';
import { type DeclaredFacts, type ModelHost, refuse } from './model-host.ts';

export interface DownloadParts {
  readonly host: ModelHost;
  /** Exists, with the model's folder in it. */
  readonly modelsFolder: string;
  readonly signal: AbortSignal;
  /** After a broken connection: how often to ask again, and how long to wait before the first time. */
  readonly retries: { readonly times: number; readonly waitMs: number };
  /** @param bytes of the file that have arrived */
  onBytes(bytes: number): void;
}

export function findPartPath(modelsFolder: string, model: LocalModel, file: ModelFile): string {
  return `${findFilePath(modelsFolder, model, file.path)}.part`;
}

/**
 * Fetches one file into `FILE.part`, going on where an earlier attempt ended, and gives it its name once its contents are right.
 * @throws CodedError `unavailable`; the part stays, unless its contents are wrong
 */
export async function downloadFile(model: LocalModel, file: ModelFile, parts: DownloadParts): Promise<void> {
  const { modelsFolder, signal } = parts;
  const part = findPartPath(modelsFolder, model, file);
  const declared = await fetchWhole(file, part, parts);
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
      const unwritable = explainWriting(part, error);
      if (unwritable !== undefined) throw unwritable;
      if (!host.hasAnswered()) throw explainUnreachable(host, error);
    }
    failures += 1;
    if (failures > retries.times)
      throw refuse(
        `The connection to ${host.name} broke ${failures} times. What has arrived is kept; repeat the command to continue.`,
      );
    await setTimeout(retries.waitMs * failures, undefined, { signal });
  }
}

/**
 * One request, from the end of the part on.
 * @returns undefined if the file is not whole yet
 */
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
    let arrived = startsAt;
    await using written = await open(part, startsAt === there && there > 0 ? 'a' : 'w');
    for await (const piece of body) {
      await written.appendFile(piece);
      arrived += piece.length;
      onBytes(arrived);
    }
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

/** Undefined if the error is the connection's. */
function explainWriting(part: string, error: unknown): CodedError | undefined {
  if (fullDisk.includes(findCode(error)))
    return refuse(
      `The disk is full. What has arrived is kept in ${part}. Free some space and repeat the command, or set MODELS_DIR to a folder on another disk.`,
      error,
    );
  // Only files are opened.
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'open')) return undefined;
  return refuse(
    `${part} cannot be written (${findCode(error)}). Set MODELS_DIR to a folder that this user may write to.`,
    error,
  );
}

function explainUnreachable({ name }: ModelHost, error: unknown): CodedError {
  return refuse(
    `${name} cannot be reached (${findCode(error) ?? 'no answer'}). Is this machine connected? Set HTTPS_PROXY if it needs a proxy, or MODELS_BASE_URL to a mirror.`,
    error,
  );
}

function findCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
