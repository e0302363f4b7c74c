import { CodedError } from '#shared/errors.ts';

/** What the log may know of an error. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/**
 * Errors whose text is written by a program about itself. The text of any other error may repeat what a person
 * wrote: a query that failed names its values, a JSON error quotes the body.
 */
const plainErrors = new Set(['TypeError', 'ReferenceError', 'RangeError', 'AssertionError']);
const deepestCause = 4;

/** Describes an error without anybody's words, address or key: names, codes and places in the source. */
export function describeForLog(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error };
  const isPlain = plainErrors.has(error.name) || error instanceof CodedError;
  return {
    name: error.name,
    ...('code' in error && { code: String(error.code) }),
    ...(isPlain && { message: error.message }),
    ...(!(error instanceof CodedError) && { stack: findPlaces(error) }),
    ...(error.cause !== undefined && depth < deepestCause && { cause: describeCause(error, depth) }),
  };
}

/** The engines' adapters promise that the cause of their errors may go into a log. */
function describeCause(error: Error, depth: number): ErrorFacts {
  const facts = describeForLog(error.cause, depth + 1);
  const isPromised =
    error instanceof CodedError && error.code.startsWith('provider_') && error.cause instanceof Error;
  return isPromised ? { ...facts, message: (error.cause as Error).message } : facts;
}

/** The lines of a stack without its first ones, which repeat the message. */
function findPlaces(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /u.test(line))
    .slice(0, 12)
    .join('\n');
}
