import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { mp3StartBytes, startsLikeMp3 } from './mp3-start.ts';

type SoundReader = ReadableStreamDefaultReader<Uint8Array>;

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
  const { start, rest } = await readStart(body);
  return { format: 'mp3', bytes: readOn(start, rest, mapError) };
}

async function readStart(body: ReadableStream<Uint8Array>) {
  const rest: SoundReader = body.getReader();
  let start: Uint8Array = new Uint8Array();
  while (start.length < mp3StartBytes) {
    const { done, value } = await rest.read();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  if (startsLikeMp3(start)) return { start, rest };
  rest.cancel().catch(() => undefined);
  throw new CodedError('provider_garbage', {
    cause: new LoggedCause('the sound does not start like an mp3'),
  });
}

async function* readOn(start: Uint8Array, rest: SoundReader, mapError: (error: unknown) => CodedError) {
  try {
    yield start;
    for (let next = await rest.read(); !next.done; next = await rest.read()) yield next.value;
  } catch (error) {
    throw mapError(error);
  } finally {
    // Closes the connection when the listener left early; nothing happens when the sound is at its end.
    rest.cancel().catch(() => undefined);
  }
}
