import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { hash } from '#shared/narration/fingerprint.ts';

export interface KeyHeaders {
  readonly 'idempotency-key': string;
}

/** The keys of calls whose outcome is unknown, by what they ask; what was asked last is last. */
const openCalls = new Map<string, KeyHeaders>();

/** A key is forgotten only when so many later calls have broken off. */
const maxOpen = 1000;

/** Before the server has looked for the key. */
const unkeyed: readonly ErrorCode[] = ['unauthorized', 'rate_limited', 'upload_too_slow', 'client_closed'];

/**
 * Makes a paid call with a key that stays the same for the same request until the server has ended it, so that neither a double
 * click nor a retry after a broken connection costs twice, however many calls go on side by side.
 * @param asked the request, or enough of it to distinguish it
 * @param send makes the call and reads its whole response
 */
export async function callWithKey<Answer>(
  path: string,
  asked: unknown,
  send: (headers: KeyHeaders) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(asked);
  const call = `${path} ${text.length} ${hash(new TextEncoder().encode(text))}`;
  const headers = openCalls.get(call) ?? { 'idempotency-key': makeKey() };
  openCalls.delete(call);
  openCalls.set(call, headers);
  for (const oldest of openCalls.keys()) if (openCalls.size > maxOpen) openCalls.delete(oldest);
  const close = () => openCalls.get(call) === headers && openCalls.delete(call);
  try {
    const answer = await send(headers);
    close();
    return answer;
  } catch (error) {
    if (!isEnd(error)) throw error;
    close();
    // Requests that looked the same were different.
    if (error.code === 'key_reused') return await callWithKey(path, asked, send);
    throw error;
  }
}

/** Whether the server does nothing more for a key: any other failure leaves open what an earlier call with it has done. */
function isEnd(error: unknown): error is CodedError {
  if (!(error instanceof CodedError) || error.status >= 500 || unkeyed.includes(error.code)) return false;
  return error.code !== 'conflict' || error.message === t(requestErrors.alreadyDone);
}

/** `crypto.randomUUID` exists on https and localhost only. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
