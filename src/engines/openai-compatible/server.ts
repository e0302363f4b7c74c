import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toSetupError } from '../provider/failure.ts';
import { isOwnServer, nameProvider } from '../provider/name-provider.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { type FoundServer, type FoundSpeech, fail, findServer, findSpeech } from './ask-server.ts';
import type { ChatMemory } from './chat-options.ts';
import { vendor } from './connect.ts';

/** A server with this API, and what is known about it, for all its roles. */
export interface Server {
  readonly access: ProviderAccess;
  /** As used within a sentence. */
  readonly providerName: string;
  /** False for a compatible server. */
  readonly isVendor: boolean;
  readonly memory: ChatMemory;
  /**
   * Asks what it has, unless it was asked a short while ago; all who ask at once share the question. Costs nothing, takes five
   * seconds at most.
   * @throws CodedError `client_closed`
   */
  find(signal: AbortSignal): Promise<FoundServer>;
  /**
   * Asks what speaks there, too; kept in the same way.
   * @throws CodedError `client_closed`
   */
  findSpeech(signal: AbortSignal): Promise<FoundSpeech>;
  /** The next question is asked anew: a call was told otherwise. */
  forget(): void;
}

/** How long an answer is kept, in milliseconds. */
const kept = {
  /** What a person's own server has changes whenever they fetch a model; to ask it takes milliseconds. */
  foundMs: 30_000,
  /** Whoever sells models announces their ends, and the list may be a megabyte. */
  foundElsewhereMs: 15 * 60_000,
  /** Somebody may mend it. */
  refusedMs: 30_000,
  /** It may be starting. */
  unreachedMs: 3000,
};

export function describeServer(access: ProviderAccess): Server {
  const providerName = nameProvider(vendor, access.baseUrl);
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

/** Keeps what a server answered for a while; all who ask at once share the question. */
function keepAnswer<Found extends FoundServer>(
  ask: (signal: AbortSignal) => Promise<Found>,
  isOwn: boolean,
): Kept<Found> {
  let last: { readonly found: Found; readonly untilMs: number } | undefined;
  const share = shareTask(async signal => {
    const asked = await ask(signal);
    // Servers that work on one thread answer nothing else meanwhile: one that was there and is silent is at work.
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

/** How keys of other companies begin, as their consoles show them, and what to do with such a key. */
const foreignKeys: readonly (readonly [start: RegExp, owner: string])[] = [
  [/^(AIza|AQ\.)/u, 'Google: set it as GEMINI_API_KEY'],
  [/^sk-ant-/u, 'Anthropic'],
  [/^sk-or-/u, 'OpenRouter: set OPENAI_BASE_URL to https://openrouter.ai/api/v1'],
  [/^gsk_/u, 'Groq'],
  [/^xai-/u, 'xAI'],
  [/^hf_/u, 'Hugging Face'],
  [/^sk_/u, 'ElevenLabs: set it as ELEVENLABS_API_KEY'],
];

/** Advice for a key of another company, which is never sent to OpenAI; undefined for a key that may be right. */
function findForeignKey(apiKey: string | undefined): string | undefined {
  const owner = apiKey && foreignKeys.find(([start]) => start.test(apiKey))?.[1];
  return owner ? `It was not sent to OpenAI. It looks like a key of ${owner}.` : undefined;
}
