import type { ServerResponse } from 'node:http';
import type { App } from './app-types.ts';

export const defaultListenerLimits = {
  /** An answer of which nothing was read for this long is cut off and its work stopped. */
  stallMs: 60_000,
  /** Scripts that one address or account may have spoken at the same time. */
  speechesAtOnce: 4,
};

export type ListenerLimits = Readonly<typeof defaultListenerLimits>;

/** Stream buffer before the connection; small, so that little is generated in advance. */
export const answerBufferBytes = 16 * 1024;

/** An answer being sent: bytes read so far, and how many checks saw no progress. */
interface SentAnswer {
  readonly response: ServerResponse;
  takenBytes: number;
  idleChecks: number;
}

/** Counts checks instead of time, so that a blocked server does not blame its clients. */
const checksPerStall = 6;

/**
 * Cuts off clients that do not read an answer. "close" then stops its work: see `trackWork`.
 * An answer that is still being generated may take any time if everything so far was read.
 *
 * Does not use the socket's time-out, which a client that sends a byte now and then would postpone.
 */
export function closeStalledAnswers(app: App, { stallMs }: Pick<ListenerLimits, 'stallMs'>): void {
  const answers = new Set<SentAnswer>();
  app.addHook('onRequest', async (_request, { raw: response }) => {
    const answer = { response, takenBytes: 0, idleChecks: 0 };
    answers.add(answer);
    response.once('close', () => answers.delete(answer));
  });
  const timer = setInterval(() => {
    for (const answer of answers)
      if (countIdleChecks(answer) >= checksPerStall) answer.response.socket?.destroy();
  }, stallMs / checksPerStall).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function countIdleChecks(answer: SentAnswer): number {
  const { socket } = answer.response;
  if (!socket) return 0;
  const waitingBytes = socket.writableLength;
  // `bytesWritten` includes buffered bytes.
  const takenBytes = socket.bytesWritten - waitingBytes;
  const isIdle = waitingBytes > 0 && takenBytes === answer.takenBytes;
  answer.idleChecks = isIdle ? answer.idleChecks + 1 : 0;
  answer.takenBytes = takenBytes;
  return answer.idleChecks;
}
