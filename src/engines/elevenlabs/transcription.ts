import { z } from 'zod';
import type { Heard } from '#shared/transcript/heard.ts';
import { groupWords } from '#shared/transcript/to-transcript.ts';
import type { TranscriptionEngine, TranscriptionRequest } from '../ports.ts';
import { toSoundError } from '../provider/failure.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import {
  nameField,
  readTimes,
  saidField,
  secondsField,
  toHeard,
  toWholeSegment,
} from '../provider/to-heard.ts';
import { listOf, readAnswer } from '../provider/written-text.ts';
import { connect } from './connect.ts';
import { getVendorCode } from './models.ts';

/** Ten hours of words, at 200 bytes each, would be 20 MB; half an hour is 1 MB. */
const answerKind = { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 4 * 2 ** 20 };
/** Speakers are told apart within a request only; the vendor takes ten hours. */
const maxSeconds = 1800;

/** The fields that are read: elevenlabs.io/docs/api-reference/speech-to-text/convert. */
const answerSchema = z
  .object({
    language_code: nameField,
    text: nameField,
    words: listOf(
      z.object({
        text: saidField,
        start: secondsField,
        end: secondsField,
        /** `word`, `spacing`, `audio_event`. */
        type: nameField,
        speaker_id: nameField,
        logprob: z.number().nullish().catch(undefined),
      }),
    )
      .nullish()
      .catch(undefined),
  })
  .refine(({ text, words }) => typeof text === 'string' || words?.length);

type Answer = z.output<typeof answerSchema>;

/**
 * Transcribes with Scribe: words with times, speakers, and sounds such as laughter.
 * @throws RangeError without key and base URL
 */
export function createElevenLabsTranscription(access: ProviderAccess, model: string): TranscriptionEngine {
  const { providerName, call, mapError } = connect(access, answerKind);

  async function transcribe(request: TranscriptionRequest): Promise<Heard> {
    const { durationSeconds, noteUsage, signal } = request;
    let isFree = false;
    try {
      const response = await call('/v1/speech-to-text', { signal, body: composeForm(model, request) });
      return readHeard(readAnswer(answerSchema, await response.json()), durationSeconds);
    } catch (error) {
      const mapped = mapError(error, signal);
      isFree = mapped.costsNothing;
      throw toSoundError(mapped);
    } finally {
      if (!isFree) noteUsage?.({ provider: providerName, model, soundSeconds: durationSeconds });
    }
  }

  return { provider: { name: providerName, isOffline: false }, model, maxSeconds, transcribe };
}

function composeForm(model: string, { mp3, language }: TranscriptionRequest): FormData {
  const form = new FormData();
  form.set('model_id', model);
  form.set('file', new File([mp3], 'sound.mp3', { type: 'audio/mpeg' }));
  form.set('diarize', 'true');
  form.set('tag_audio_events', 'true');
  if (language) form.set('language_code', getVendorCode(language));
  return form;
}

function readHeard({ language_code, words, ...answer }: Answer, durationSeconds: number): Heard {
  const text = answer.text ?? '';
  const whole = { startSeconds: 0, endSeconds: durationSeconds };
  const said = (words ?? []).filter(({ type }) => type !== 'spacing');
  const spoken = readTimes(said, whole).map(({ type, speaker_id, logprob, ...word }) => ({
    ...word,
    speaker: speaker_id ?? undefined,
    confidence: typeof logprob === 'number' ? Math.exp(logprob) : undefined,
    isSound: type === 'audio_event' || undefined,
  }));
  const segments = spoken.length > 0 ? groupWords(text, spoken) : [toWholeSegment(text, durationSeconds)];
  return toHeard(segments, durationSeconds, language_code);
}
