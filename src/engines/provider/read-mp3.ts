import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { ByteSource } from './byte-source.ts';
import { mp3StartBytes, startsLikeMp3 } from './mp3-start.ts';
import { withErrors } from './read-sound.ts';

/**
 * Passes a provider's mp3 on as it comes, once it is certain that this is sound: a 200 can also be empty, or a page of HTML.
 * Whoever stops listening closes the connection.
 * @throws CodedError `provider_garbage` when it is no mp3, or what the body fails with
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
