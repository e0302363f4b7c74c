import { CodedError, LoggedCause } from '#shared/errors.ts';

const deepestCause = 4;

/** A status, a code or an id. Whatever else a provider puts in their place may repeat what it was asked. */
const plainFact = /^[\w.:+-]+$/u;
const longestFact = 80;

/** What a log may hold of an error of the provider's SDK: status, codes and ids; what is missing is left out. */
export interface ErrorDescription {
  readonly facts: readonly unknown[];
}

export interface Scrubbing {
  readonly apiKey: string;
  /** Knows the SDK's own errors; undefined for all others. */
  readonly describeOwn: (error: Error) => ErrorDescription | undefined;
}

/**
 * An error that may go into a log: what happened, without messages, headers, bodies, keys or pictures. The SDKs' own errors
 * hold all of these; the text of a 401 may repeat the key, and that of a parser the answer, which repeats the question.
 */
export function describeCause(error: unknown, scrubbing: Scrubbing): LoggedCause {
  const parts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepestCause; depth += 1) {
    parts.push(describeOne(cause, scrubbing));
    cause = cause.cause;
  }
  return new LoggedCause(parts.join(' < ') || 'not an error');
}

function describeOne(error: Error, { apiKey, describeOwn }: Scrubbing): string {
  const { facts } = describeOwn(error) ?? { facts: ['code' in error ? error.code : undefined] };
  const known = facts
    .filter(fact => fact !== undefined && fact !== null)
    .map(String)
    .filter(fact => fact.length <= longestFact && plainFact.test(fact) && !isKey(fact, apiKey));
  const head = `${error.constructor.name}(${known.join(', ')})`;
  if (error instanceof CodedError) return `${head}: ${error.loggedMessage}`;
  return error instanceof LoggedCause ? `${head}: ${error.message}` : head;
}

function isKey(fact: string, apiKey: string): boolean {
  return /\bsk[-_]/u.test(fact) || (apiKey !== '' && fact.includes(apiKey));
}
