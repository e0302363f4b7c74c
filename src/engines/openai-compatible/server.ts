import { APIError } from 'openai';
import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { failures, toFailedError, withCost } from '../provider/failure.ts';
import { findForeignKey } from '../provider/foreign-key.ts';
import { cutEndSlashes, isOwnServer, type ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds, connect, lacksScope, nameServer, vendor, vendorUrl } from './connect.ts';
import {
  type AskMore,
  describeEntries,
  describeList,
  findSpeechPath,
  type ListedVoice,
  readEntries,
  readPiperVoices,
  readVoices,
  type ServerKind,
  type ServerModel,
} from './list-models.ts';

export interface ServerListing {
  readonly kind: ServerKind;
  /** Base URL of its API, without a slash at the end: as configured, or with `/v1` appended. */
  readonly apiUrl: string;
  /** In the server's order; undefined if it answers but has no list. */
  readonly models: readonly ServerModel[] | undefined;
}

type FoundServer =
  | { readonly kind: 'found'; readonly listing: ServerListing }
  | {
      readonly kind: 'failed';
      readonly apiUrl: string;
      readonly error: CodedError;
      /** It answers or is busy, but gives no list: a configured model can still be tried. */
      readonly mayTry: boolean;
      /** Asking again soon would not help. */
      readonly isLasting: boolean;
    };

/** With voices and speech models that the first list lacks. */
export type FoundSpeech = FoundServer & {
  readonly voices?: readonly ListedVoice[] | undefined;
  readonly speakers?: readonly ServerModel[] | undefined;
};

/** Time-out of all list requests. Local servers answer in milliseconds, and clients wait for it. */
const longestMs = 5000;
const longestMoreMs = 2000;

function fail(error: CodedError, facts: Partial<Extract<FoundServer, { kind: 'failed' }>> = {}): FoundServer {
  return { kind: 'failed', apiUrl: '', mayTry: false, isLasting: false, ...facts, error };
}

type Answer =
  | { readonly body: unknown; readonly headers: Headers }
  | { readonly error: CodedError; readonly status?: number; readonly words?: string };

type Ask = (url: string, body?: object, maxMs?: number) => Promise<Answer>;

function prepareQuestions(access: ProviderAccess, signal: AbortSignal): Ask {
  const timeoutMs = Math.min(access.timeoutMs ?? longestMs, longestMs);
  const { client, mapError } = connect({ ...access, timeoutMs }, answerKinds.list);
  const startedMs = performance.now();
  return async (url, body, maxMs = timeoutMs) => {
    const leftMs = Math.max(1, Math.min(maxMs, timeoutMs - (performance.now() - startedMs)));
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

/** Lists are free. A response that is not JSON comes from another kind of server. */
function toListError(error: CodedError): CodedError {
  const { code, cause, filled } = error;
  if (code !== 'provider_garbage' || filled?.key !== errorMessages.provider_garbage.key)
    return withCost(error, true);
  const { message, operatorMessage } = failures.wrongAddress;
  return new CodedError(code, { message, operatorMessage, cause, costsNothing: true });
}

export async function findServer(
  access: ProviderAccess,
  isVendor: boolean,
  signal: AbortSignal,
): Promise<FoundServer> {
  const ask = prepareQuestions(access, signal);
  const plain = cutEndSlashes(access.baseUrl || vendorUrl);
  // `/v1` is often forgotten.
  const urls = plain.endsWith('/v1') ? [plain] : [plain, `${plain}/v1`];
  const failures: Extract<Answer, { error: CodedError }>[] = [];
  for (const apiUrl of urls) {
    const answer = await ask(`${apiUrl}/models`);
    if ('error' in answer) {
      failures.push(answer);
      // No server is there, so the other address is not tried.
      if (answer.status === undefined && answer.error.code !== 'provider_garbage') break;
      continue;
    }
    const entries = readEntries(answer.body);
    if (!entries) continue;
    const list = { entries, headers: answer.headers };
    const described = isVendor
      ? { kind: 'other' as const, models: describeEntries(entries) }
      : await describeList(list, askBelow(ask, apiUrl));
    return { kind: 'found', listing: { apiUrl, ...described } };
  }
  return describeFailure(failures, urls.at(-1) ?? plain);
}

function askBelow(ask: Ask, apiUrl: string): AskMore {
  return async (path, body) => {
    const url = path.startsWith('/') ? `${apiUrl.replace(/\/v1$/u, '')}${path}` : `${apiUrl}/${path}`;
    const answer = await ask(url, body, longestMoreMs);
    return 'error' in answer ? undefined : answer.body;
  };
}

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

export async function findSpeech(
  access: ProviderAccess,
  found: FoundServer,
  signal: AbortSignal,
): Promise<FoundSpeech> {
  if (found.kind === 'failed') return found;
  const { apiUrl, kind } = found.listing;
  const path = findSpeechPath(kind);
  if (path === undefined) return found;
  const ask = prepareQuestions(access, signal);
  const answer = await ask(`${apiUrl}/${path}`);
  if (!('error' in answer)) {
    if (!path.startsWith('models')) return { ...found, voices: readVoices(answer.body) };
    return { ...found, speakers: describeEntries(readEntries(answer.body) ?? []) };
  }
  // Servers without speech answer unknown paths with a web page, too.
  const isOtherPage = kind !== 'kokoro' && answer.error.code === 'provider_garbage';
  if (!isOtherPage && !missing.includes(answer.status)) return fail(answer.error, { apiUrl });
  return kind === 'other' ? await findOtherVoices(found, askBelow(ask, apiUrl)) : found;
}

/** Voices of Piper's own server, and of chatterbox-tts-api: both list them at the root. */
async function findOtherVoices(
  found: Extract<FoundServer, { kind: 'found' }>,
  askMore: AskMore,
): Promise<FoundSpeech> {
  const { listing } = found;
  if (listing.models && !listing.models.some(({ speaks }) => speaks)) return found;
  const body = await askMore('/voices');
  const voices = listing.models ? undefined : readPiperVoices(body);
  if (!voices) return { ...found, voices: readVoices(body) };
  const apiUrl = listing.apiUrl.replace(/\/v1$/u, '');
  return { ...found, listing: { ...listing, kind: 'piper', apiUrl }, voices };
}

export interface Server {
  readonly access: ProviderAccess;
  readonly providerName: string;
  readonly isVendor: boolean;
  /**
   * Lists models, cached for a short time; concurrent callers share a request. Free, takes at most five seconds.
   * @throws CodedError `client_closed`
   */
  find(signal: AbortSignal): Promise<FoundServer>;
  /** Lists voices, too. A server without such a list has none of its own. */
  findSpeech(signal: AbortSignal): Promise<FoundSpeech>;
  forget(): void;
}

const kept = {
  /** A local server's models change whenever one is downloaded; asking takes milliseconds. */
  foundMs: 30_000,
  /** Vendors announce shutdowns, and the list may be a megabyte. */
  foundElsewhereMs: 15 * 60_000,
  /** The operator may fix it. */
  refusedMs: 30_000,
  /** It may be starting. */
  unreachedMs: 3000,
};

export function describeServer(access: ProviderAccess): Server {
  const providerName = nameServer(access.baseUrl);
  const isVendor = providerName === vendor.name;
  const isOwn = isOwnServer(access.baseUrl);
  const foreignKey = isVendor
    ? findForeignKey('OPENAI_API_KEY', vendor.name, access.apiKey ?? '')
    : undefined;
  const list = keepAnswer(signal => findServer(access, isVendor, signal), isOwn);
  const speech = keepAnswer(async signal => await findSpeech(access, await list.find(signal), signal), isOwn);
  const refused = foreignKey && fail(toFailedError(foreignKey), { isLasting: true });
  return {
    access,
    providerName,
    isVendor,
    find: async signal => refused ?? (await list.find(signal)),
    findSpeech: async signal => refused ?? (await speech.find(signal)),
    forget() {
      list.forget();
      speech.forget();
    },
  };
}

function keepAnswer<Found extends FoundServer>(ask: (signal: AbortSignal) => Promise<Found>, isOwn: boolean) {
  let last: { readonly found: Found; readonly untilMs: number } | undefined;
  const share = shareTask(async signal => {
    const asked = await ask(signal);
    // Single-threaded servers do not answer while they work: a server that was found and now times out is working.
    const isLate = asked.kind === 'failed' && asked.error.code === 'provider_timeout';
    const found = isLate && last?.found.kind === 'found' ? last.found : asked;
    last = { found, untilMs: performance.now() + getKeptMs(asked, isOwn) };
    return found;
  });
  return {
    async find(signal: AbortSignal): Promise<Found> {
      requireNotCancelled(signal);
      return last && performance.now() < last.untilMs ? last.found : await share(signal);
    },
    forget() {
      if (last) last = { ...last, untilMs: 0 };
    },
  };
}

function getKeptMs(found: FoundServer, isOwn: boolean): number {
  if (found.kind === 'failed') return found.isLasting ? kept.refusedMs : kept.unreachedMs;
  const hasModels = (found.listing.models ?? []).length > 0;
  return hasModels && !isOwn ? kept.foundElsewhereMs : kept.foundMs;
}
