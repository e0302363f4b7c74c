import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ProgressLine, progressMediaType } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import { findReason, noteFailure, toCodedError, toProblem } from './answer-problem.ts';
import type { App, Reply, Request } from './app-types.ts';

/**
 * Answers with the last of some lines; or streams all of them if the request accepts a stream. Errors before the first
 * line are answered as usual; later ones are sent as the last line.
 */
export async function answerWithProgress(
  request: Request,
  reply: Reply,
  lines: AsyncGenerator<ProgressLine>,
): Promise<Reply> {
  if (acceptsLines(request)) return await answerWithLines(request, reply, lines);
  const first = await lines.next();
  if (first.done) throw new CodedError('internal');
  let last = first.value;
  for await (const line of lines) last = line;
  return reply.send(last);
}

export function acceptsLines(request: Request): boolean {
  return request.headers.accept?.includes(progressMediaType) ?? false;
}

export async function answerWithLines(
  request: Request,
  reply: Reply,
  lines: AsyncGenerator<object>,
): Promise<Reply> {
  const first = await lines.next();
  if (first.done) throw new CodedError('internal');
  reply.type(`${progressMediaType}; charset=utf-8`);
  // Proxies must pass each line on at once.
  reply.header('x-accel-buffering', 'no');
  await sendPieces(reply, toText(first.value, lines, request));
  await lines.return(undefined);
  return reply;
}

/**
 * Streams an mp3 while it is generated. Errors before the first byte are answered as usual; later ones cut
 * the connection, so that a partial sound never looks complete.
 */
export async function answerWithSound(reply: Reply, sound: AsyncIterable<Uint8Array>): Promise<Reply> {
  const chunks = sound[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) throw new CodedError('provider_garbage');
  reply.type('audio/mpeg');
  await sendPieces(reply, continueFrom(first.value, chunks));
  return reply;
}

/** Resolves when the answer has ended in any way. */
async function sendPieces(reply: Reply, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: answerBufferBytes }));
  try {
    await finished(reply.raw);
  } catch {
    // The client disconnected, and `request.work` stops the engines; or an error cut it off, which Fastify has logged.
  }
}

async function* toText(
  first: object,
  rest: AsyncGenerator<object>,
  request: Request,
): AsyncGenerator<string> {
  try {
    yield toLine(first);
    for await (const line of rest) yield toLine(line);
  } catch (error) {
    const coded = findReason(request) ?? toCodedError(error);
    noteFailure(coded, request);
    yield toLine(toProblem(coded));
  }
}

function toLine(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

async function* continueFrom(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

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
