import type { CodedError } from '#shared/errors.ts';
import type { ProviderAccess } from '../../provider/prepare-connection.ts';
import { type AskServer, askServer, type ServerAnswer } from './ask-server.ts';
import { listModels, type PlainList } from './list-models.ts';
import { readEntries } from './read-entries.ts';
import type { ServerListing } from './server-model.ts';

/** What came of asking a server what it has. */
export type FoundServer =
  | { readonly kind: 'found'; readonly listing: ServerListing }
  /** It answers, but not this question, at least not now: another call may work all the same. */
  | {
      readonly kind: 'refused';
      readonly apiUrl: string;
      readonly error: CodedError;
      /** Whether it would be the same in a moment: it is not only busy or starting. */
      readonly isLasting: boolean;
    }
  /** The key is refused: no other call would work. */
  | { readonly kind: 'turned_away'; readonly error: CodedError }
  /** Something else answers at this address, such as a web page. */
  | { readonly kind: 'not_ai'; readonly error: CodedError }
  /** Nobody answers, or not in time. */
  | { readonly kind: 'unreached'; readonly error: CodedError };

/** Whoever may not read the list may still be let in. Words of the vendor's refusal of a restricted key. */
const lacksScope = /scope|permission/iu;

/**
 * Asks a server what it is and what it has: costs nothing, takes five seconds at most.
 * @throws CodedError `client_closed`
 */
export async function findServer(
  access: ProviderAccess & { readonly isVendor: boolean; readonly vendorUrl: string },
  signal: AbortSignal,
): Promise<FoundServer> {
  const urls = listAddresses(access.baseUrl ?? access.vendorUrl);
  try {
    return await askServer(access, signal, ask => askAll(ask, urls, access.isVendor));
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unreached', error: error as CodedError };
  }
}

/** Where the interface may begin: where it was set and, as it is often forgotten, at `/v1` below that. */
export function listAddresses(baseUrl: string): readonly [string, ...string[]] {
  let plain = baseUrl;
  while (plain.endsWith('/')) plain = plain.slice(0, -1);
  return plain.endsWith('/v1') ? [plain] : [plain, `${plain}/v1`];
}

async function askAll(
  ask: AskServer,
  urls: readonly [string, ...string[]],
  isVendor: boolean,
): Promise<FoundServer> {
  const answers: ServerAnswer[] = [];
  for (const apiUrl of urls) {
    const answer = await ask(`${apiUrl}/models`);
    const plain = readPlainList(apiUrl, answer);
    if (plain) return { kind: 'found', listing: { apiUrl, ...(await listModels(ask, plain, isVendor)) } };
    answers.push(answer);
  }
  return describeFailure(answers, urls.at(-1) ?? urls[0]);
}

function readPlainList(apiUrl: string, answer: ServerAnswer): PlainList | undefined {
  const entries = answer.kind === 'answered' ? readEntries(answer.body) : undefined;
  if (answer.kind !== 'answered' || !entries) return undefined;
  return { apiUrl, rootUrl: apiUrl.replace(/\/v1$/u, ''), entries, headers: answer.headers };
}

/** The answer that tells most. A path that a server does not know tells least: then it has no list. */
function describeFailure(answers: readonly ServerAnswer[], apiUrl: string): FoundServer {
  const refusals = answers.filter(answer => answer.kind === 'refused');
  const refusal = refusals.find(({ status }) => ![400, 404, 405].includes(status));
  if (refusal?.status === 401 && !lacksScope.test(refusal.words))
    return { kind: 'turned_away', error: refusal.error };
  if (refusal) {
    const isLasting = refusal.status < 500 && ![408, 409, 425, 429].includes(refusal.status);
    return { kind: 'refused', apiUrl, error: refusal.error, isLasting };
  }
  const garbled = answers.find(answer => answer.kind === 'garbled');
  if (garbled) return { kind: 'not_ai', error: garbled.error };
  return { kind: 'found', listing: { kind: 'other', apiUrl, models: undefined } };
}
