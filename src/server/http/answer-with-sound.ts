import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CodedError } from '#shared/errors.ts';
import type { Reply } from './app-types.ts';
import { answerBufferBytes } from './close-stalled-answers.ts';

/**
 * Streams an mp3 while it is generated. Errors before the first byte are answered as usual; later ones cut
 * the connection, so that a partial sound never looks complete.
 */
export async function answerWithSound(reply: Reply, sound: AsyncIterable<Uint8Array>): Promise<Reply> {
  const chunks = sound[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) throw new CodedError('provider_garbage');
  reply.type('audio/mpeg').header('cache-control', 'no-store');
  const buffer = { objectMode: false, highWaterMark: answerBufferBytes };
  reply.send(Readable.from(continueFrom(first.value, chunks), buffer));
  try {
    await finished(reply.raw);
  } catch {
    // Cut off by the client or by an error that Fastify has logged.
  }
  return reply;
}

async function* continueFrom(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
