import type { RealtimeSession } from './session.ts';
import type { SpokenVoice } from './voices.ts';

/** An idle connection is closed after this time. */
const longestIdleMs = 5000;

export type OpenSession = (voice: SpokenVoice, signal: AbortSignal) => Promise<RealtimeSession>;

/**
 * Connections for the pieces of one script. Pieces share a signal that fires at the script's end; a connection belongs to that
 * signal, is never shared with another script, and closes when the signal fires or after five idle seconds. A response uses a
 * connection alone, so there are as many as pieces spoken at once.
 */
export interface SessionPool {
  /**
   * A free or new connection; the caller must give it back.
   * @throws RealtimeFault, or the reason of the signal
   */
  take(voice: SpokenVoice, signal: AbortSignal): Promise<RealtimeSession>;
  release(session: RealtimeSession, signal: AbortSignal): void;
  close(): void;
}

export function createSessionPool(open: OpenSession): SessionPool {
  const scripts = new Map<AbortSignal, Map<RealtimeSession, NodeJS.Timeout | undefined>>();

  function beginScript(signal: AbortSignal) {
    const sessions = new Map<RealtimeSession, NodeJS.Timeout | undefined>();
    scripts.set(signal, sessions);
    signal.addEventListener('abort', () => closeAll(signal), { once: true });
    return sessions;
  }

  function closeAll(signal: AbortSignal): void {
    for (const [session, timer] of scripts.get(signal) ?? []) {
      clearTimeout(timer);
      session.close();
    }
    scripts.delete(signal);
  }

  function drop(session: RealtimeSession, signal: AbortSignal): void {
    session.close();
    scripts.get(signal)?.delete(session);
  }

  return {
    async take(voice, signal) {
      const sessions = scripts.get(signal) ?? beginScript(signal);
      for (const [session, timer] of sessions) {
        // No timer means that it is in use.
        if (timer === undefined || !isSameVoice(session.voice, voice)) continue;
        clearTimeout(timer);
        sessions.set(session, undefined);
        if (session.isFree) return session;
        drop(session, signal);
      }
      const session = await open(voice, signal);
      if (signal.aborted) session.close();
      else sessions.set(session, undefined);
      return session;
    },
    release(session, signal) {
      const sessions = scripts.get(signal);
      if (!sessions || !session.isFree) return drop(session, signal);
      sessions.set(
        session,
        setTimeout(() => drop(session, signal), longestIdleMs),
      );
    },
    close() {
      for (const signal of [...scripts.keys()]) closeAll(signal);
    },
  };
}

/** A session has one voice and speed. */
function isSameVoice(one: SpokenVoice, other: SpokenVoice): boolean {
  return one.speaker === other.speaker && one.speed === other.speed;
}
