import { APIError } from 'openai';

const longestMessage = 300;
const deepestCause = 4;

/**
 * An error that may go into a log: what happened, without headers, bodies, keys or pictures. The SDK's own errors hold
 * all of these, and the text of a 401 repeats the key.
 */
export function describeCause(error: unknown, apiKey: string): Error {
  const parts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepestCause; depth += 1) {
    parts.push(describeOne(cause, apiKey));
    cause = cause.cause;
  }
  return new Error(parts.join(' < ') || 'not an error');
}

function describeOne(error: Error, apiKey: string): string {
  const facts =
    error instanceof APIError
      ? [error.status, error.type, error.code, error.param, error.requestID]
      : ['code' in error ? error.code : undefined];
  const known = facts.filter(fact => fact !== undefined && fact !== null);
  const text = `${error.constructor.name}(${known.join(', ')}): ${error.message}`;
  return scrub(text, apiKey).slice(0, longestMessage);
}

/** Takes out our key, anything that looks like one, even half hidden, passwords in addresses, and pictures. */
function scrub(text: string, apiKey: string): string {
  return text
    .replaceAll(apiKey, '[key]')
    .replace(/\bsk-[\w*.-]+/gu, '[key]')
    .replace(/\bBearer\s+\S+/giu, 'Bearer [key]')
    .replace(/\/\/[^\s/@]+@/gu, '//[key]@')
    .replace(/\bdata:\S+/gu, '[data]');
}
