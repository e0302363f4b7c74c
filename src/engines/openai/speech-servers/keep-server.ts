import { limitSignal } from '#shared/async/limit-time.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Connection } from '../connect.ts';
import { describeServer, type ServerFacts } from './describe-server.ts';
import { readLists } from './read-lists.ts';
import type { SpeechServer } from './speech-server.ts';

/** For all lists together. */
const longestAskMs = 4500;
/** How long an answer counts. A server that is down may come up at any time. */
const keptMs = { speaks: 60_000, mute: 30_000, lacks: 30_000, unreached: 3000 } as const;

/** What is known of a server at the moment. */
export type KnownServer = ServerFacts | { readonly kind: 'unreached'; readonly error: CodedError };

export interface ServerKeeper {
  /** What was last heard while it spoke; undefined before the first time. */
  readonly server: SpeechServer | undefined;
  /** At which of the addresses it was found. */
  readonly addressIndex: number;
  /** What is known, asked for anew where it is old. */
  find(signal: AbortSignal): Promise<KnownServer>;
  /** Asks, however young the answer is: something is no longer as it was. */
  findAnew(signal: AbortSignal): Promise<KnownServer>;
}

/**
 * Keeps what a server says of itself, asked once for everybody who wants to know at the same time.
 * @param connections one for each address at which it may be, the one that was set first
 * @param named the model that was set, if one was
 * @param getNowMs a clock that only goes forward
 */
export function keepServer(
  connections: readonly [Connection, ...Connection[]],
  named: string | undefined,
  getNowMs: () => number = () => performance.now(),
): ServerKeeper {
  let server: SpeechServer | undefined;
  let addressIndex = 0;
  let known: { readonly found: KnownServer; readonly untilMs: number } | undefined;

  const ask = shareTask(async signal => {
    const { found, index } = await askServer(connections, named, { signal, server });
    if (found.kind === 'speaks') server = found.server;
    if (index >= 0) addressIndex = index;
    known = { found, untilMs: getNowMs() + keptMs[found.kind] };
    return found;
  });

  return {
    get server() {
      return server;
    },
    get addressIndex() {
      return addressIndex;
    },
    async find(signal) {
      requireNotCancelled(signal);
      return known && getNowMs() < known.untilMs ? known.found : await ask(signal);
    },
    findAnew: ask,
  };
}

interface Asking {
  readonly signal: AbortSignal;
  /** What it was when it last spoke. */
  readonly server: SpeechServer | undefined;
}

interface Answer {
  readonly found: KnownServer;
  /** Which of the connections leads to it. */
  readonly index: number;
}

async function askServer(
  connections: readonly Connection[],
  named: string | undefined,
  { signal, server }: Asking,
): Promise<Answer> {
  using limited = limitSignal(longestAskMs, signal, new CodedError('provider_timeout'));
  let failure: CodedError | undefined;
  for (const [index, connection] of connections.entries()) {
    try {
      const lists = await readLists(connection, limited.signal);
      if (lists.models || lists.voices || lists.hasSpeech)
        return { found: describeServer(lists, named), index };
    } catch (error) {
      requireNotCancelled(signal);
      failure = connection.mapError(error, limited.signal);
      // A web page may stand before the address that was meant.
      if (failure.code !== 'provider_garbage') break;
    }
  }
  if (!failure) return { found: describeServer({ models: undefined, voices: undefined }, named), index: 0 };
  // Servers that speak on one thread answer nothing else meanwhile: one that spoke and is silent is at work.
  const isAtWork = server !== undefined && failure.code === 'provider_timeout';
  return { found: isAtWork ? { kind: 'speaks', server } : { kind: 'unreached', error: failure }, index: -1 };
}
