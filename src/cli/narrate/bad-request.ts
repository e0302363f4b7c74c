import { CodedError } from '#shared/errors.ts';

/** An error of whoever called the command. @param message names the option or the file */
export function badRequest(message: string, cause?: unknown): CodedError {
  return new CodedError('bad_request', { message, cause });
}
