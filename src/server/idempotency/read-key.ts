import type { IncomingHttpHeaders } from 'node:http';
import { CodedError } from '#shared/errors.ts';

const mostCharacters = 255;

/** A string of structured fields (RFC 9651): in quotes, of visible ASCII and blanks, with `\"` and `\\`. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/u;
/** The same without quotes, as many clients send it. Without a comma, by which several headers become one. */
const bare = /^[!#-+\--:<-[\]-~]+$/u;

/**
 * The key of a call by its header `Idempotency-Key`, as draft-ietf-httpapi-idempotency-key-header has it, or without its
 * quotes; undefined where there is none.
 * @throws CodedError `bad_request` when it is malformed, or given twice
 */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  const key = typeof value === 'string' && parseKey(value.trim());
  if (!key || key.length > mostCharacters)
    throw new CodedError('bad_request', {
      message: `Please send one Idempotency-Key of 1 to ${mostCharacters} visible ASCII characters in quotes, such as a UUID.`,
    });
  return key;
}

function parseKey(value: string): string | undefined {
  if (bare.test(value)) return value;
  return quoted.exec(value)?.[1]?.replace(/\\(.)/gu, '$1');
}
