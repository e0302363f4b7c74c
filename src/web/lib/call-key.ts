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
 * Makes a call that costs, under a key: the same as long as the same is asked for and was not answered, so that neither a
 * double click nor a try after a broken connection costs anything twice.
 * @param asked what is asked for, or enough of it to distinguish it
 * @param send makes the call and reads its whole answer
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
    // What looked the same was another thing.
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

/** `crypto.randomUUID` is there on https and localhost only. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
