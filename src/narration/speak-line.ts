import type { SpeechEngine } from '#engines/ports.ts';
import type { PlainSound } from '#media/encode-mp3.ts';
import { collectSound, trimSilence } from '#media/line-sound.ts';
import { readPlain } from '#media/read-plain.ts';
import type { Language } from '#shared/languages.ts';
import { cutAtSentences } from '#shared/script/split-sentences.ts';
import type { Voice } from '#shared/voices.ts';

/** A line and how it is to be spoken. */
export interface LineToSpeak {
  readonly text: string;
  readonly voice: Voice;
  readonly language: Language;
  /** What is spoken before and after it; an engine may use it for an even tone. */
  readonly previousText?: string | undefined;
  readonly nextText?: string | undefined;
}

/**
 * Speaks one line whole, without silence at its ends; a line that is longer than the engine takes at once piece by piece.
 * @throws CodedError what the engine throws, `provider_garbage` for an mp3 without sound, `client_closed`
 */
export async function speakLine(
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
