const longestMessage = 300;
const deepestCause = 4;

/** What a log may hold of an error of the provider's SDK. */
export interface ErrorDescription {
  /** Status, codes and ids; what is missing is left out. */
  readonly facts: readonly unknown[];
  /** Left out where it may repeat what the person wrote. */
  readonly message?: string | undefined;
}

export interface Scrubbing {
  readonly apiKey: string;
  /** Knows the SDK's own errors; undefined for all others. */
  readonly describeOwn: (error: Error) => ErrorDescription | undefined;
}

/**
 * An error that may go into a log: what happened, without headers, bodies, keys or pictures. The SDKs' own errors hold
 * all of these, and the text of a 401 may repeat the key.
 */
export function describeCause(error: unknown, scrubbing: Scrubbing): Error {
  const parts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepestCause; depth += 1) {
    parts.push(describeOne(cause, scrubbing));
    cause = cause.cause;
  }
  return new Error(parts.join(' < ') || 'not an error');
}

function describeOne(error: Error, { apiKey, describeOwn }: Scrubbing): string {
  const { facts, message } = describeOwn(error) ?? {
    facts: ['code' in error ? error.code : undefined],
    message: error.message,
  };
  const known = facts.filter(fact => fact !== undefined && fact !== null);
  const head = `${error.constructor.name}(${known.join(', ')})`;
  return scrub(message === undefined ? head : `${head}: ${message}`, apiKey).slice(0, longestMessage);
}

/** Takes out our key, anything that looks like one, even half hidden, passwords in addresses, and pictures. */
function scrub(text: string, apiKey: string): string {
  return text
    .replaceAll(apiKey, '[key]')
    .replace(/\bsk[-_][\w*.-]+/gu, '[key]')
    .replace(/\bBearer\s+\S+/giu, 'Bearer [key]')
    .replace(/\/\/[^\s/@]+@/gu, '//[key]@')
    .replace(/\bdata:\S+/gu, '[data]');
}
