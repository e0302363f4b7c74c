import { CodedError } from '#shared/errors.ts';

/** An error of whoever called the command. @param message names the option or the file */
export function badRequest(message: string, cause?: unknown): CodedError {
  return new CodedError('bad_request', { message, cause });
}

/** @throws CodedError `bad_request` if the command is wrong */
export function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw badRequest(sentence);
}
