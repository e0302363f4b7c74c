import { CodedError } from '#shared/errors.ts';
import { maxSpeechRequestCharacters } from '#shared/limits.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { cleanText } from './chat-answer.ts';
import type { Connection } from './connect.ts';
import { mp3StartBytes, startsLikeMp3 } from './mp3-start.ts';

/**
 * Speaks with the speech endpoint, as mp3, passed on as it comes. The model hears the language from the text, so no
 * language borrows another's voice.
 */
export function createOpenAiSpeech(
  { providerName, client, toCodedError }: Connection,
  model: string,
): SpeechEngine {
  async function speak({ text, voice, signal }: SpeechRequest): Promise<SpokenSound> {
    try {
      const response = await client.audio.speech.create(
        { model, voice, input: cleanText(text), response_format: 'mp3' },
        { signal },
      );
      const { start, rest } = await readStart(response.body);
      return { format: 'mp3', bytes: readOn(start, rest, error => toCodedError(error, signal)) };
    } catch (error) {
      throw toCodedError(error, signal);
    }
  }

  return {
    name: providerName,
    isOffline: false,
    maxCharacters: maxSpeechRequestCharacters,
    getBorrowedVoice: () => undefined,
    speak,
  };
}

type SoundReader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads until it is certain that this is sound: a 200 can also be empty, or a page of HTML. */
async function readStart(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new CodedError('provider_garbage');
  const rest: SoundReader = body.getReader();
  let start: Uint8Array = new Uint8Array();
  while (start.length < mp3StartBytes) {
    const { done, value } = await rest.read();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  if (startsLikeMp3(start)) return { start, rest };
  rest.cancel().catch(() => undefined);
  throw new CodedError('provider_garbage', { cause: new Error('the sound does not start like an mp3') });
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
