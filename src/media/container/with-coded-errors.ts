import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';

/** What hosts call a disk that is full: Node by code, browsers by name. */
const fullNames = ['ENOSPC', 'EDQUOT', 'EFBIG', 'QuotaExceededError'];
/** What browsers call a file that changed, moved or was deleted after it was chosen. */
const changedNames = ['NotReadableError', 'NotFoundError'];

/**
 * Runs work on a file. Whatever a damaged file makes the reader say, to a person it means one thing.
 *
 * @throws CodedError the work's own, or `invalid_video` for anything else.
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
    message:
      'This file could not be read as a video. We read MP4, MOV, WebM, Matroska and MPEG-TS files that are whole and not protected.',
    cause,
  });
}

/**
 * Runs work that reads one file and writes another. Any failure becomes a sentence for a person.
 * @throws CodedError the work's own; `client_closed` when the signal has fired; `storage_full`; `invalid_video`
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
        message: 'There is no room left for the video, so nothing of it was kept. Make room and try again.',
        cause: error,
      });
    if (names.some(each => changedNames.includes(each)))
      throw new CodedError('invalid_video', {
        message: 'The video was changed, moved or deleted while it was read. Choose it again, please.',
        cause: error,
      });
    throw createUnreadableError(error);
  }
}
