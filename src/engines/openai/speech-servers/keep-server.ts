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
  /** What is known, asked for anew where it is old. */
  find(signal: AbortSignal): Promise<KnownServer>;
  /** Asks, however young the answer is: something is no longer as it was. */
  findAnew(signal: AbortSignal): Promise<KnownServer>;
}

/**
 * Keeps what a server says of itself, asked once for everybody who wants to know at the same time.
 * @param named the model that was set, if one was
 * @param getNowMs a clock that only goes forward
 */
export function keepServer(
  connection: Connection,
  named: string | undefined,
  getNowMs: () => number = () => performance.now(),
): ServerKeeper {
  let server: SpeechServer | undefined;
  let known: { readonly found: KnownServer; readonly untilMs: number } | undefined;

  const ask = shareTask(async signal => {
    const found = await askServer(connection, named, { signal, server });
    if (found.kind === 'speaks') server = found.server;
    known = { found, untilMs: getNowMs() + keptMs[found.kind] };
    return found;
  });

  return {
    get server() {
      return server;
    },
    async find(signal) {
      requireNotCancelled(signal);
      return known && getNowMs() < known.untilMs ? known.found : await ask(signal);
    },
    findAnew: ask,
  };
}

async function askServer(
  connection: Connection,
  named: string | undefined,
  { signal, server }: { signal: AbortSignal; server: SpeechServer | undefined },
): Promise<KnownServer> {
  using limited = limitSignal(longestAskMs, signal, new CodedError('provider_timeout'));
  try {
    return describeServer(await readLists(connection, limited.signal), named);
  } catch (error) {
    requireNotCancelled(signal);
    const failure = connection.mapError(error, limited.signal);
    // Servers that speak on one thread answer nothing else meanwhile: one that spoke and is silent is at work.
    if (server && failure.code === 'provider_timeout') return { kind: 'speaks', server };
    return { kind: 'unreached', error: failure };
  }
}
