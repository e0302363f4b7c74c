import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toSetupError } from '../provider/failure.ts';
import { isOwnServer } from '../provider/name-provider.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { type FoundServer, type FoundSpeech, fail, findServer, findSpeech } from './ask-server.ts';
import type { ChatMemory } from './chat-options.ts';
import { nameServer, vendor } from './connect.ts';

/** A server with this API, shared by all roles. */
export interface Server {
  readonly access: ProviderAccess;
  /** For use inside a sentence. */
  readonly providerName: string;
  /** False for a compatible server. */
  readonly isVendor: boolean;
  readonly memory: ChatMemory;
  /**
   * Lists models, cached for a short time; concurrent callers share a request. Free, takes at most five seconds.
   * @throws CodedError `client_closed`
   */
  find(signal: AbortSignal): Promise<FoundServer>;
  /**
   * Lists voices, too, cached the same way.
   * @throws CodedError `client_closed`
   */
  findSpeech(signal: AbortSignal): Promise<FoundSpeech>;
  /** Drops the cache after a call contradicted it. */
  forget(): void;
}

/** Cache times in milliseconds. */
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
  const foreignKey = isVendor ? findForeignKey(access.apiKey) : undefined;
  const list = keepAnswer(signal => findServer(access, isVendor, signal), isOwn);
  const speech = keepAnswer(async signal => await findSpeech(access, await list.find(signal), signal), isOwn);
  const refused =
    foreignKey === undefined
      ? undefined
      : fail(toSetupError(fill(engineMessages.keyOfAnother), foreignKey), { isLasting: true });
  return {
    access,
    providerName,
    isVendor,
    memory: new Map(),
    find: async signal => refused ?? (await list.find(signal)),
    findSpeech: async signal => refused ?? (await speech.find(signal)),
    forget() {
      list.forget();
      speech.forget();
    },
  };
}

interface Kept<Found> {
  find(signal: AbortSignal): Promise<Found>;
  forget(): void;
}

/** Caches a server's answer; concurrent callers share a request. */
function keepAnswer<Found extends FoundServer>(
  ask: (signal: AbortSignal) => Promise<Found>,
  isOwn: boolean,
): Kept<Found> {
  let last: { readonly found: Found; readonly untilMs: number } | undefined;
  const share = shareTask(async signal => {
    const asked = await ask(signal);
    // Single-threaded servers do not answer while they work: a server that was found and now times out is working.
    const isAtWork = isTimeout(asked) && last?.found.kind === 'found';
    const found = isAtWork && last ? last.found : asked;
    last = { found, untilMs: performance.now() + getKeptMs(asked, isOwn) };
    return found;
  });
  return {
    find: async signal => {
      requireNotCancelled(signal);
      return last && performance.now() < last.untilMs ? last.found : await share(signal);
    },
    forget() {
      if (last) last = { ...last, untilMs: 0 };
    },
  };
}

function isTimeout(found: FoundServer): boolean {
  return found.kind === 'failed' && found.error.code === 'provider_timeout';
}

function getKeptMs(found: FoundServer, isOwn: boolean): number {
  if (found.kind === 'failed') return found.isLasting ? kept.refusedMs : kept.unreachedMs;
  const hasModels = (found.listing.models ?? []).length > 0;
  return hasModels && !isOwn ? kept.foundElsewhereMs : kept.foundMs;
}

/** Key prefixes of other companies, by their consoles, and what to do with such a key. */
const foreignKeys: readonly (readonly [start: RegExp, owner: string])[] = [
  [/^(AIza|AQ\.)/u, 'Google: set it as GEMINI_API_KEY'],
  [/^sk-ant-/u, 'Anthropic: set it as ANTHROPIC_API_KEY'],
  [/^sk-or-/u, 'OpenRouter: set OPENAI_BASE_URL to https://openrouter.ai/api/v1'],
  [/^gsk_/u, 'Groq: set OPENAI_BASE_URL to https://api.groq.com/openai/v1'],
  [/^xai-/u, 'xAI: set OPENAI_BASE_URL to https://api.x.ai/v1'],
  [/^hf_/u, 'Hugging Face'],
  [/^sk_/u, 'ElevenLabs: set it as ELEVENLABS_API_KEY'],
];

/** Advice for a key of another company, which is never sent to OpenAI; undefined if the key may be right. */
function findForeignKey(apiKey: string | undefined): string | undefined {
  const owner = apiKey && foreignKeys.find(([start]) => start.test(apiKey))?.[1];
  return owner ? `It was not sent to OpenAI. It looks like a key of ${owner}.` : undefined;
}
