import { CodedError } from '#shared/errors.ts';

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
