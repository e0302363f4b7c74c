import { APIError } from 'openai';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, errorCatalogue } from '#shared/errors.ts';
import type { ProviderAccess } from '../../provider/prepare-connection.ts';
import { answerKinds } from '../answer-kinds.ts';
import { connect } from '../connect.ts';

/** All questions about what a server has, together. Local servers answer in milliseconds; people wait for it. */
const longestMs = 5000;

/** What a server answered to a question. */
export type ServerAnswer =
  | { readonly kind: 'answered'; readonly body: unknown; readonly headers: Headers }
  /** With a status: there is somebody, who does not answer this. */
  | { readonly kind: 'refused'; readonly status: number; readonly words: string; readonly error: CodedError }
  /** With something else than JSON, such as a web page. */
  | { readonly kind: 'garbled'; readonly error: CodedError };

/** Asks an address of a server; with a body it is posted. */
export type AskServer = (url: string, body?: object) => Promise<ServerAnswer>;

/**
 * Asks a server some questions that cost nothing, for five seconds at most.
 * @throws CodedError when it cannot be reached or does not answer in time; `client_closed`
 */
export async function askServer<Result>(
  access: ProviderAccess,
  signal: AbortSignal,
  work: (ask: AskServer) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.min(access.timeoutMs ?? longestMs, longestMs);
  const { client, mapError } = connect({ ...access, timeoutMs }, answerKinds.list);
  using limited = limitSignal(timeoutMs, signal);

  async function ask(url: string, body?: object): Promise<ServerAnswer> {
    try {
      const options = { signal: limited.signal, ...(body && { body }) };
      const request = body ? client.post<unknown>(url, options) : client.get<unknown>(url, options);
      const { data, response } = await request.withResponse();
      if (typeof data !== 'object') throw new CodedError('provider_garbage');
      return { kind: 'answered', body: data, headers: response.headers };
    } catch (error) {
      requireNotCancelled(signal);
      if (limited.isLate) throw new CodedError('provider_timeout', { costsNothing: true });
      const mapped = toFree(mapError(error, signal));
      if (error instanceof APIError && error.status !== undefined)
        return { kind: 'refused', status: error.status, words: error.message, error: mapped };
      if (mapped.code === 'provider_garbage') return { kind: 'garbled', error: describeStranger(mapped) };
      throw mapped;
    }
  }

  const result = await work(ask);
  // What was not asked because nobody waits any more is not taken for missing.
  requireNotCancelled(signal);
  return result;
}

/** What is no JSON from its start is nobody that we know; what broke off in the middle says so itself. */
function describeStranger(error: CodedError): CodedError {
  if (error.message !== errorCatalogue.provider_garbage[1]) return error;
  return new CodedError('provider_garbage', {
    message:
      'At the address of the AI provider something else answers, such as a web page. Whoever runs this server needs to check its base URL.',
    cause: error.cause,
    costsNothing: true,
  });
}

/** Nobody is paid for a list. */
function toFree({ code, message, cause, retryAfterSeconds }: CodedError): CodedError {
  return new CodedError(code, { message, cause, retryAfterSeconds, costsNothing: true });
}
