import { inspect } from 'node:util';
import { expect } from 'vitest';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { brokenAnswers, pauseInTheMiddle } from './broken-answers.ts';
import type { ProviderBehaviour } from './provider-stand-in.ts';

/** What a fault should become. */
export interface ExpectedError {
  readonly code: ErrorCode;
  /** Of the catalogue; any if left out. */
  readonly message?: { readonly key: string } | undefined;
  readonly retryAfterSeconds?: number;
}

export interface ProviderFault<Call extends string> extends ExpectedError {
  /** The title of the test, after "the provider". */
  readonly fault: string;
  readonly behaviour: ProviderBehaviour<Call>;
}

export function when<Call extends string>(
  fault: string,
  behaviour: ProviderBehaviour<Call>,
  code: ErrorCode,
  more: Omit<ExpectedError, 'code'> = {},
): ProviderFault<Call> {
  return { fault, behaviour, code, ...more };
}

export const connectionFaults: readonly ProviderFault<string>[] = [
  when('redirects to an inner host (307)', brokenAnswers.redirectInside, 'provider_unavailable'),
  when('resets the connection', brokenAnswers.reset, 'provider_unavailable'),
  when('breaks off in the middle', brokenAnswers.cutInTheMiddle, 'provider_garbage'),
  when('answers with a web page', brokenAnswers.html, 'provider_garbage'),
  when('answers with nothing', brokenAnswers.empty, 'provider_garbage'),
  when('answers that there is no content (204)', brokenAnswers.noContent, 'provider_garbage'),
  when('answers without end', brokenAnswers.endless, 'provider_garbage'),
];

/** Answers that do not arrive, or not completely. */
export const silences: readonly ProviderFault<string>[] = [
  when('never answers', brokenAnswers.noHeaders, 'provider_timeout'),
  when('falls silent after the headers', brokenAnswers.headersThenSilence, 'provider_timeout'),
  when('falls silent in the middle', brokenAnswers.halfThenSilence, 'provider_timeout'),
  when('sends a byte now and then', brokenAnswers.dripping, 'provider_timeout'),
];

/** Setting of an engine: the server's default number of retries. */
export const usualTries = { maxRetries: undefined };

const never = new Promise<void>(() => undefined);

/** The first half of an answer whose second half is never sent. */
export const answerHalf = pauseInTheMiddle(never);

/** States of an answer when a client disconnects: test title and behaviour. */
export const unfinishedAnswers = [
  ['while the provider thinks', brokenAnswers.noHeaders],
  ['after the provider began to answer', brokenAnswers.headersThenSilence],
  ['in the middle of the answer', answerHalf],
] as const;

export async function catchError(work: Promise<unknown>): Promise<CodedError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CodedError)) throw new Error('Expected a CodedError', { cause: error });
  return error;
}

/** Expects the error, from the catalogue, without secrets in it or in its log form. */
export function expectFault(
  error: CodedError,
  { code, message, retryAfterSeconds }: ExpectedError,
  secrets: readonly string[],
) {
  expect(error.code).toBe(code);
  expect(error.retryAfterSeconds).toBe(retryAfterSeconds);
  expect(error.filled?.key).toEqual(message?.key ?? expect.any(String));
  const everything = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  for (const secret of secrets) expect(everything).not.toContain(secret);
}
