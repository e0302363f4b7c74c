import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CodedError } from '#shared/errors.ts';
import type { Reply } from './app-types.ts';
import { answerBufferBytes } from './close-stalled-answers.ts';

/**
 * Sends an mp3 as it is made. What goes wrong before its first byte is an error like any other; after it the connection
 * is cut, so that half a sound never looks like a whole one.
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
    // Cut off, by the client or by an error that Fastify has logged.
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
