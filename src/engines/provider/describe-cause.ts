import { CodedError, LoggedCause } from '#shared/errors.ts';

const deepestCause = 4;

/** A status, code or id. Anything else in these fields may repeat the request. */
const plainFact = /^[\w.:+-]+$/u;
const longestFact = 80;

/** What a log may contain of an SDK error: status, codes and ids. */
export interface ErrorDescription {
  readonly facts: readonly unknown[];
}

export interface Scrubbing {
  readonly apiKey: string;
  /** Recognises the SDK's own errors; undefined for others. */
  readonly describeOwn: (error: Error) => ErrorDescription | undefined;
}

/**
 * A loggable error: no messages, headers, bodies, keys or pictures. SDK errors contain all of these; a 401 may repeat the key, and
 * a parser's error the response, which repeats the prompt.
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
