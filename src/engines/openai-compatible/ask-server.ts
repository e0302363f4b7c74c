import { APIError } from 'openai';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds, connect, vendorUrl } from './connect.ts';
import {
  describeEntries,
  type ListedVoice,
  readEntries,
  readVoices,
  type ServerModel,
} from './list-models.ts';
import { type AskMore, describeList, findSpeechPath, type ServerKind } from './server-presets.ts';

/** What a server was found to be and to have. */
export interface ServerListing {
  readonly kind: ServerKind;
  /** Where its interface begins, without a slash at the end: the base URL as it was set, or with `/v1` behind it. */
  readonly apiUrl: string;
  /** In the server's order; undefined where it answers, but has no list. */
  readonly models: readonly ServerModel[] | undefined;
}

/** What came of asking a server what it has. */
export type FoundServer =
  | { readonly kind: 'found'; readonly listing: ServerListing }
  | {
      readonly kind: 'failed';
      readonly apiUrl: string;
      readonly error: CodedError;
      /** It answers, or may be at work, but gives no list: a model that is named may be asked all the same. */
      readonly mayTry: boolean;
      /** It would be the same in a moment. */
      readonly isLasting: boolean;
    };

/** The same with what speaks there: voices, or models that its first list leaves out. */
export type FoundSpeech = FoundServer & {
  readonly voices?: readonly ListedVoice[] | undefined;
  readonly speakers?: readonly ServerModel[] | undefined;
};

/** All questions about what a server has, together. Local servers answer in milliseconds; people wait for it. */
const longestMs = 5000;
/** A server that was taken for another need not answer what it does not know; its plain list is there already. */
const longestMoreMs = 2000;

export function fail(
  error: CodedError,
  facts: Partial<Extract<FoundServer, { kind: 'failed' }>> = {},
): FoundServer {
  return { kind: 'failed', apiUrl: '', mayTry: false, isLasting: false, ...facts, error };
}

/** What came of one question: an answer with its head, or why there is none. */
type Answer =
  | { readonly body: unknown; readonly headers: Headers }
  | { readonly error: CodedError; readonly status?: number; readonly words?: string };

type Ask = (url: string, body?: object, mostMs?: number) => Promise<Answer>;

/** @throws CodedError `client_closed` */
function prepareQuestions(access: ProviderAccess, signal: AbortSignal): Ask {
  const timeoutMs = Math.min(access.timeoutMs ?? longestMs, longestMs);
  const { client, mapError } = connect({ ...access, timeoutMs }, answerKinds.list);
  const startedMs = performance.now();
  return async (url, body, mostMs = timeoutMs) => {
    const leftMs = Math.max(1, Math.min(mostMs, timeoutMs - (performance.now() - startedMs)));
    using limited = limitSignal(leftMs, signal);
    try {
      const options = { signal: limited.signal, ...(body && { body }) };
      const request = body ? client.post<unknown>(url, options) : client.get<unknown>(url, options);
      const { data, response } = await request.withResponse();
      if (typeof data !== 'object') throw new CodedError('provider_garbage');
      return { body: data, headers: response.headers };
    } catch (error) {
      requireNotCancelled(signal);
      if (limited.isLate) return { error: new CodedError('provider_timeout', { costsNothing: true }) };
      const mapped = toFree(mapError(error, signal));
      if (error instanceof APIError && error.status !== undefined)
        return { error: mapped, status: error.status, words: error.message };
      return { error: mapped };
    }
  };
}

/** Nobody is paid for a list. What is no JSON from its start is nobody that we know. */
function toFree({ code, message, cause, retryAfterSeconds }: CodedError): CodedError {
  const isOtherPage = code === 'provider_garbage' && message === t(errorMessages.provider_garbage);
  const words = isOtherPage
    ? 'At the address of the AI provider something else answers, such as a web page. Whoever runs this server needs to check its base URL.'
    : message;
  return new CodedError(code, { message: words, cause, retryAfterSeconds, costsNothing: true });
}

/** Where the interface may begin: where it was set and, as it is often forgotten, at `/v1` below that. */
function listAddresses(baseUrl: string): readonly [string, ...string[]] {
  let plain = baseUrl;
  while (plain.endsWith('/')) plain = plain.slice(0, -1);
  return plain.endsWith('/v1') ? [plain] : [plain, `${plain}/v1`];
}

/**
 * Asks a server what it is and what it has: costs nothing, takes five seconds at most.
 * @throws CodedError `client_closed`
 */
export async function findServer(
  access: ProviderAccess,
  isVendor: boolean,
  signal: AbortSignal,
): Promise<FoundServer> {
  const ask = prepareQuestions(access, signal);
  const urls = listAddresses(access.baseUrl || vendorUrl);
  const failures: Extract<Answer, { error: CodedError }>[] = [];
  for (const apiUrl of urls) {
    const answer = await ask(`${apiUrl}/models`);
    const entries = 'error' in answer ? undefined : readEntries(answer.body);
    if ('error' in answer) {
      failures.push(answer);
      // Nobody is there, at whichever address.
      if (answer.status === undefined && answer.error.code !== 'provider_garbage') break;
    }
    if ('error' in answer || !entries) continue;
    const list = { entries, headers: answer.headers };
    const described = isVendor
      ? { kind: 'other' as const, models: describeEntries(entries) }
      : await describeList(list, askBelow(ask, apiUrl));
    return { kind: 'found', listing: { apiUrl, ...described } };
  }
  return describeFailure(failures, urls.at(-1) ?? urls[0]);
}

/** For what a server need not have: no answer of another kind is an error. */
function askBelow(ask: Ask, apiUrl: string): AskMore {
  return async (path, body) => {
    const url = path.startsWith('/') ? `${apiUrl.replace(/\/v1$/u, '')}${path}` : `${apiUrl}/${path}`;
    const answer = await ask(url, body, longestMoreMs);
    return 'error' in answer ? undefined : answer.body;
  };
}

/** Whoever may not read the list may still be let in. Words of the vendor's refusal of a restricted key. */
const lacksScope = /scope|permission/iu;
/** Statuses of an address that is not there. */
const missing: readonly unknown[] = [400, 404, 405, 501];
const passing: readonly unknown[] = [408, 409, 425, 429];

/** The answer that tells most. A path that a server does not know tells least: then it has no list. */
function describeFailure(
  failures: readonly Extract<Answer, { error: CodedError }>[],
  apiUrl: string,
): FoundServer {
  const specific = failures.filter(({ status }) => !missing.includes(status));
  const [first] = specific.toSorted((one, other) => Number(!one.status) - Number(!other.status));
  if (!first) return { kind: 'found', listing: { kind: 'other', apiUrl, models: undefined } };
  const { error, status, words = '' } = first;
  if (status === undefined) return fail(error, { apiUrl, mayTry: error.code !== 'provider_unavailable' });
  const isTurnedAway = status === 401 && !lacksScope.test(words);
  const isLasting = status < 500 && !passing.includes(status);
  return fail(error, { apiUrl, mayTry: !isTurnedAway, isLasting });
}

/**
 * Asks what it says of its voices; a server without such a list has none of its own.
 * @throws CodedError `client_closed`
 */
export async function findSpeech(
  access: ProviderAccess,
  found: FoundServer,
  signal: AbortSignal,
): Promise<FoundSpeech> {
  if (found.kind === 'failed') return found;
  const { apiUrl, kind } = found.listing;
  const path = findSpeechPath(kind);
  if (path === undefined) return found;
  const answer = await prepareQuestions(access, signal)(`${apiUrl}/${path}`);
  if (!('error' in answer)) {
    if (!path.startsWith('models')) return { ...found, voices: readVoices(answer.body) };
    return { ...found, speakers: describeEntries(readEntries(answer.body) ?? []) };
  }
  // Servers that speak in no way answer what they do not know with a web page, too.
  const isOtherPage = kind !== 'kokoro' && answer.error.code === 'provider_garbage';
  return isOtherPage || missing.includes(answer.status) ? found : fail(answer.error, { apiUrl });
}
