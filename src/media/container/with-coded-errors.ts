import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';

/** Errors of a full disk: Node by code, browsers by name. */
const fullNames = ['ENOSPC', 'EDQUOT', 'EFBIG', 'QuotaExceededError'];
/** Browsers' errors for a file that was changed, moved or deleted after it was chosen. */
const changedNames = ['NotReadableError', 'NotFoundError'];

/**
 * Runs work that reads a file; errors of the readers become `invalid_video`.
 * @throws CodedError of the work, or `invalid_video`
 */
export async function withCodedErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CodedError ? error : createUnreadableError(error);
  }
}

export function createUnreadableError(cause: unknown): CodedError {
  return new CodedError('invalid_video', {
    message: fill(videoMessages.unreadable),
    cause,
  });
}

/**
 * Runs work that reads one file and writes another.
 * @throws CodedError of the work; `client_closed` when the signal has fired; `storage_full`; `invalid_video`
 */
export async function withWriteErrors<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    if (signal.aborted) throw toCancelledError(signal);
    const { name, code } = error as { readonly name?: string; readonly code?: string };
    const names = [String(code), String(name)];
    if (names.some(each => fullNames.includes(each)))
      throw new CodedError('storage_full', {
        message: fill(videoOutputMessages.diskFull),
        cause: error,
      });
    if (names.some(each => changedNames.includes(each)))
      throw new CodedError('invalid_video', {
        message: fill(videoOutputMessages.changed),
        cause: error,
      });
    throw createUnreadableError(error);
  }
}
