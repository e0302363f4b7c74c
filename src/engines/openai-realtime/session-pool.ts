import type { RealtimeSession } from './session.ts';
import type { SpokenVoice } from './voices.ts';

/** After this long without work a connection is closed, whoever it was for. */
const longestIdleMs = 5000;

export type OpenSession = (voice: SpokenVoice, signal: AbortSignal) => Promise<RealtimeSession>;

/**
 * Keeps connections for the pieces of one script. The pieces of a script share a signal, which fires at its end, so a
 * connection belongs to a signal: it is never used for anybody else, and it is closed when the signal fires, or when it was
 * idle for five seconds. A response has a connection to itself, so that there are as many as pieces are spoken side by side.
 */
export interface SessionPool {
  /**
   * A connection that is free, or a new one. Whoever has it gives it back.
   * @throws RealtimeFault, or the reason of the signal
   */
  take(voice: SpokenVoice, signal: AbortSignal): Promise<RealtimeSession>;
  giveBack(session: RealtimeSession, signal: AbortSignal): void;
  /** Closes all. */
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
        // Without a timer somebody has it.
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
    giveBack(session, signal) {
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

/** A session speaks in one voice, at one speed. */
function isSameVoice(one: SpokenVoice, other: SpokenVoice): boolean {
  return one.speaker === other.speaker && one.speed === other.speed;
}
