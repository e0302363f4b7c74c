import type { SpeechEngine } from '#engines/ports.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { collectSound, trimSilence } from '#media/sound/line-sound.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutAtSentences } from '#shared/script/split-sentences.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import type { Voice } from '#shared/voices.ts';

/** Its rate is nobody's. */
const silence: PlainSound = { sampleRateHz: 24_000, samples: new Float32Array() };

/** A line and how it is to be spoken. */
export interface LineToSpeak {
  readonly text: string;
  readonly voice: Voice;
  readonly language: Language;
  /** What is spoken before and after it; an engine may use it for an even tone. */
  readonly previousText?: string | undefined;
  readonly nextText?: string | undefined;
}

/** A line as it was spoken. */
export interface SaidLine {
  /** At its natural speed, without silence at its ends; without a sample where nothing of it could be spoken. */
  readonly sound: PlainSound;
  /** What of it was not spoken: all of it, or the words that the voice cannot read. */
  readonly unspoken: string | undefined;
  /** Why nothing of it could be spoken. */
  readonly refusal?: CodedError;
}

/**
 * Speaks one line, a long one piece by piece. A line without words, or which the voice cannot read, is silent, so that it does not end the work
 * on all the others; nobody is asked, or paid, for one without words.
 * @throws CodedError what the engine throws, `provider_garbage` for an mp3 without sound, `client_closed`
 */
export async function speakLine(
  speech: SpeechEngine,
  line: LineToSpeak,
  signal: AbortSignal,
): Promise<SaidLine> {
  const { text, language } = line;
  try {
    if (!hasWords(text))
      throw new CodedError('unspeakable_script', { message: fill(narrationMessages.noWords) });
    const sound = await speakWhole(speech, line, signal);
    return { sound, unspoken: speech.findUnread?.(text, language).join(' ') || undefined };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'unspeakable_script') throw error;
    return { sound: silence, unspoken: text, refusal: error };
  }
}

async function speakWhole(
  speech: SpeechEngine,
  { text, ...line }: LineToSpeak,
  signal: AbortSignal,
): Promise<PlainSound> {
  const pieces = cutAtSentences(text, speech.maxCharacters, line.language.code);
  async function* speakPieces(): AsyncGenerator<PlainSound> {
    for (const piece of pieces)
      yield* readPlain(await speech.speak({ ...line, text: piece, signal }), signal);
  }
  return trimSilence(await collectSound(speakPieces()));
}
