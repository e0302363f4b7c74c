import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { ByteSource } from './byte-source.ts';
import { mp3StartBytes, startsLikeMp3 } from './mp3-start.ts';
import { withErrors } from './read-sound.ts';

/**
 * Streams a provider's mp3 after checking its start: a 200 can also be empty, or an HTML page. Stopping early closes the
 * connection.
 * @throws CodedError `provider_garbage` if it is no mp3, or the body's error
 */
export async function readMp3(
  body: ReadableStream<Uint8Array> | null,
  mapError: (error: unknown) => CodedError,
): Promise<SpokenSound> {
  if (!body) throw new CodedError('provider_garbage');
  const source = new ByteSource(body);
  if (startsLikeMp3(await source.peek(mp3StartBytes)))
    return { format: 'mp3', bytes: withErrors(source.rest(), mapError) };
  source.cancel();
  throw new CodedError('provider_garbage', {
    cause: new LoggedCause('the sound does not start like an mp3'),
  });
}
