import { CodedError } from '#shared/errors.ts';

export interface KeyHeaders {
  readonly 'idempotency-key': string;
}

interface OpenCall {
  readonly asked: string;
  readonly headers: KeyHeaders;
}

/** The latest call to each path whose outcome is unknown. */
const openCalls = new Map<string, OpenCall>();

/**
 * Makes a paid call with a key that stays the same for the same request until there is a response, so that neither a double click
 * nor a retry after a broken connection costs twice.
 * @param asked the request, or enough of it to distinguish it
 * @param send makes the call and reads its whole response
 */
export async function callWithKey<Answer>(
  path: string,
  asked: unknown,
  send: (headers: KeyHeaders) => Promise<Answer>,
): Promise<Answer> {
  const call = openCall(path, JSON.stringify(asked));
  try {
    const answer = await send(call.headers);
    closeCall(path, call);
    return answer;
  } catch (error) {
    if (!(error instanceof CodedError) || error.code === 'unavailable') throw error;
    closeCall(path, call);
    // Requests that looked the same were different.
    if (error.code === 'key_reused') return await callWithKey(path, asked, send);
    throw error;
  }
}

function openCall(path: string, asked: string): OpenCall {
  const open = openCalls.get(path);
  if (open?.asked === asked) return open;
  const call = { asked, headers: { 'idempotency-key': makeKey() } };
  openCalls.set(path, call);
  return call;
}

function closeCall(path: string, call: OpenCall): void {
  if (openCalls.get(path) === call) openCalls.delete(path);
}

/** `crypto.randomUUID` exists on https and localhost only. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
