import { APIError } from 'openai';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { toSetupFailure, withCost } from '../provider/failure.ts';
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

/** What kind of server it is, and which models it has. */
export interface ServerListing {
  readonly kind: ServerKind;
  /** Where its interface begins, without a slash at the end: the base URL as it was set, or with `/v1` behind it. */
  readonly apiUrl: string;
  /** In the server's order; undefined where it answers, but has no list. */
  readonly models: readonly ServerModel[] | undefined;
}

/** The result of asking a server what it has. */
export type FoundServer =
  | { readonly kind: 'found'; readonly listing: ServerListing }
  | {
      readonly kind: 'failed';
      readonly apiUrl: string;
      readonly error: CodedError;
      /** It answers or is busy, but gives no list: a model that the settings name can still be tried. */
      readonly mayTry: boolean;
      /** Asking again soon would not help. */
      readonly isLasting: boolean;
    };

/** The same, with voices, and with speech models that the first list leaves out. */
export type FoundSpeech = FoundServer & {
  readonly voices?: readonly ListedVoice[] | undefined;
  readonly speakers?: readonly ServerModel[] | undefined;
};

/** For all questions about what a server has. Local servers answer in milliseconds, and people wait for it. */
const longestMs = 5000;
/** For questions that only some kinds of servers answer; the plain list is there already. */
const longestMoreMs = 2000;

export function fail(
  error: CodedError,
  facts: Partial<Extract<FoundServer, { kind: 'failed' }>> = {},
): FoundServer {
  return { kind: 'failed', apiUrl: '', mayTry: false, isLasting: false, ...facts, error };
}

/** The answer to one question, or why there is none. */
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
      const mapped = toListError(mapError(error, signal));
      if (error instanceof APIError && error.status !== undefined)
        return { error: mapped, status: error.status, words: error.message };
      return { error: mapped };
    }
  };
}

/** Lists are free. An answer that is not JSON comes from another kind of server. */
function toListError(error: CodedError): CodedError {
  const { code, cause, filled } = error;
  if (code !== 'provider_garbage' || filled?.key !== errorMessages.provider_garbage.key)
    return withCost(error, true);
  const { message, operatorMessage } = wrongAddress;
  return new CodedError(code, { message, operatorMessage, cause, costsNothing: true });
}

const wrongAddress = toSetupFailure(
  fill(engineMessages.wrongAddress),
  'A web page answers there, or something else. Check the base URL.',
);

/** Where the API may begin: at the base URL or, because it is often forgotten, at `/v1` below it. */
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
      // No server is there, so the other address need not be tried.
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

/** For optional questions: a failure is no error. */
function askBelow(ask: Ask, apiUrl: string): AskMore {
  return async (path, body) => {
    const url = path.startsWith('/') ? `${apiUrl.replace(/\/v1$/u, '')}${path}` : `${apiUrl}/${path}`;
    const answer = await ask(url, body, longestMoreMs);
    return 'error' in answer ? undefined : answer.body;
  };
}

/** The vendor's refusal of a restricted key that may not read the list but may make calls. */
const lacksScope = /scope|permission/iu;
/** Statuses of an address that is not there. */
const missing: readonly unknown[] = [400, 404, 405, 501];
const passing: readonly unknown[] = [408, 409, 425, 429];

/** The most specific failure. If the path is unknown at each address, the server has no list. */
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
 * Asks for its voices; a server without such a list has none of its own.
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
