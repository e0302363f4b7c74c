import type { ServerResponse } from 'node:http';
import type { App } from './app-types.ts';

/** How long and how often answers are held ready for somebody who may not read them. */
export interface ListenerLimits {
  /** An answer of which nothing was taken for this long is cut off, and the work behind it stopped. */
  readonly stallMs: number;
  /** Scripts that one address or account may have spoken at the same time. */
  readonly speechesAtOnce: number;
}

export const defaultListenerLimits: ListenerLimits = { stallMs: 60_000, speechesAtOnce: 4 };

/** What a stream keeps between its source and the connection; with it, little is made before somebody takes it. */
export const answerBufferBytes = 16 * 1024;

/** An answer that is being sent, how far its connection was, and how often it was seen to be no further. */
interface SentAnswer {
  readonly response: ServerResponse;
  takenBytes: number;
  idleLooks: number;
}

/** Looks are counted, not time: a server that is held up itself must not take that for a listener's fault. */
const looksPerStall = 6;

/**
 * Cuts off clients that do not read an answer. "close" then stops the work behind it: see `trackWork`.
 * An answer that is still being made, and of which everything was taken, may take its time.
 *
 * Not the socket's own time-out: a client that sends a byte now and then would postpone it.
 */
export function closeStalledAnswers(app: App, { stallMs }: Pick<ListenerLimits, 'stallMs'>): void {
  const answers = new Set<SentAnswer>();
  app.addHook('onRequest', async (_request, { raw: response }) => {
    const answer = { response, takenBytes: 0, idleLooks: 0 };
    answers.add(answer);
    response.once('close', () => answers.delete(answer));
  });
  const timer = setInterval(() => {
    for (const answer of answers)
      if (countIdleLooks(answer) >= looksPerStall) answer.response.socket?.destroy();
  }, stallMs / looksPerStall).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function countIdleLooks(answer: SentAnswer): number {
  const { socket } = answer.response;
  if (!socket) return 0;
  const waitingBytes = socket.writableLength;
  // `bytesWritten` counts what waits, too.
  const takenBytes = socket.bytesWritten - waitingBytes;
  const isIdle = waitingBytes > 0 && takenBytes === answer.takenBytes;
  answer.idleLooks = isIdle ? answer.idleLooks + 1 : 0;
  answer.takenBytes = takenBytes;
  return answer.idleLooks;
}
