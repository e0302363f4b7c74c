import type { IncomingMessage } from 'node:http';
import { APIError } from 'openai';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { LoggedCause } from '#shared/errors.ts';
import { mapError } from '../openai-compatible/map-error.ts';
import { mayConnectAgain, toConnectionError } from '../provider/connection-errors.ts';
import { describeCause } from '../provider/describe-cause.ts';
import { failures, isTimeoutStatus, toFailure } from '../provider/failure.ts';
import { RealtimeFault } from './faults.ts';

const maxBodyBytes = 64 * 1024;
/** The status is enough if the body takes longer. */
const longestBodyMs = 2000;
const longestRepeatWaitSeconds = 8;

/** Explains an HTTP response instead of the WebSocket: the vendor refuses inside the socket, a gateway before it. */
export async function explainHandshake(response: IncomingMessage, apiKey: string): Promise<RealtimeFault> {
  const status = response.statusCode ?? 0;
  const body = await waitAtMost(longestBodyMs, readBody(response), () => undefined);
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    if (typeof value === 'string') headers.set(name, value);
  const error = mapError(APIError.generate(status, body, undefined, headers), neverAborted, apiKey);
  const isSoon = (error.retryAfterSeconds ?? 0) <= longestRepeatWaitSeconds;
  const mayRepeat = (status === 429 || status >= 500) && isSoon && !isTimeoutStatus(status);
  return new RealtimeFault(toFailure(error), { mayRepeat, cause: error.cause });
}

const neverAborted = new AbortController().signal;

/** The JSON of an error body; undefined if it is none or too long. */
async function readBody(response: IncomingMessage): Promise<object | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return undefined;
    }
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Maps a connection failure, or a message that is no event. */
export function toTransportFault(error: unknown): RealtimeFault {
  const cause = describeCause(error, { apiKey: '', describeOwn: () => undefined });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof SyntaxError || error instanceof TypeError || code.startsWith('WS_ERR_'))
    return new RealtimeFault({ code: 'provider_garbage' }, { cause });
  // `ws` has no code for this, only the message.
  if (error instanceof Error && error.message === 'Opening handshake has timed out')
    return new RealtimeFault({ code: 'provider_timeout' }, { cause: new LoggedCause('no handshake') });
  if (mayConnectAgain(error)) return new RealtimeFault(failures.unreachable, { mayRepeat: true, cause });
  return new RealtimeFault(toFailure(toConnectionError(error)), { cause });
}
