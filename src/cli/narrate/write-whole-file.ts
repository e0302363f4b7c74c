import { type BigIntStats, constants, createWriteStream, fstatSync, openSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createPartFile } from '#media/node/temporary-files.ts';
import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { badRequest } from './report-status.ts';

/** How often to try to open a named pipe until it has a reader. */
const retryMs = 100;
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** With those around it. @throws CodedError `bad_request` if it cannot be made */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch(cause => {
    throw badRequest(`The folder ${path} cannot be made: ${cause.code}.`, cause);
  });
}

/**
 * Writes a file atomically: after a failure the previous file is still there. Pipes and devices are written directly.
 * @returns the bytes written
 * @throws CodedError `bad_request` if the path is not writable, `storage_full` if the disk is full or the pipe's reader is gone,
 * `client_closed` when the signal fires; errors of the content
 */
export async function writeWholeFile(
  path: string,
  content: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  async function* countBytes() {
    for await (const chunk of typeof content === 'string' ? [Buffer.from(content)] : content) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  const found = await findPlace(path);
  try {
    if (found && isStream(found))
      await pipeline(countBytes(), await openStream(path, found, signal), { signal });
    else await replaceFile(path, countBytes(), signal);
    return bytes;
  } catch (error) {
    throw explain(error, path, signal);
  }
}

async function replaceFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { handle, keep, discard } = await createPartFile(path);
  try {
    await pipeline(content, handle.createWriteStream(), { signal });
    requireNotCancelled(signal);
    await keep();
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Whether written bytes cannot be replaced later, so that only final content may be written. */
export async function leadsToStream(path: string): Promise<boolean> {
  const found = await findPlace(path);
  return found !== undefined && isStream(found);
}

/** A pipe, a device, or the target of stdout: written directly, not replaced. */
export function isStream(found: BigIntStats): boolean {
  return !found.isFile() || isStdout(found);
}

function findPlace(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined);
}

/** `/dev/stdout`, wherever it is redirected. */
function isStdout({ dev, ino }: BigIntStats): boolean {
  const stdout = fstatSync(1, { bigint: true });
  return dev === stdout.dev && ino === stdout.ino;
}

async function openStream(path: string, found: BigIntStats, signal: AbortSignal): Promise<Writable> {
  // Node writes to pipes on stdout synchronously, which would block signals while the reader waits.
  if (found.isFIFO()) {
    const fd = await openPipe(path, isStdout(found), signal);
    return new Socket({ fd, readable: false, writable: true });
  }
  if (isStdout(found)) return process.stdout;
  return createWriteStream(path, { fd: openSync(path, constants.O_WRONLY) });
}

/** @returns its descriptor, once it has a reader */
async function openPipe(path: string, hasReader: boolean, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (hasReader || (error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await setTimeout(retryMs, undefined, { signal });
    }
  }
}

function explain(cause: unknown, path: string, signal: AbortSignal): unknown {
  if (cause instanceof CodedError) return cause;
  if (signal.aborted) return toCancelledError(signal);
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  if (syscall === undefined) return cause;
  const reason = fullCodes.includes(code)
    ? 'no space left'
    : code === 'EPIPE' || code === 'ENXIO'
      ? 'the reader closed it'
      : code;
  return new CodedError('storage_full', {
    message: `${path} could not be written completely: ${reason}.`,
    cause,
  });
}
