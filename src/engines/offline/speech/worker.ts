import { setPriority } from 'node:os';
import Tinypool from 'tinypool';
import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { type Espeak, espeakSampleRateHz, loadEspeak } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { getEspeakSettings, premiumVariants } from './offline-voices.ts';
import { respell } from './respell.ts';

/** What a worker thread of the speech pool is asked for. */
export interface SpokenTask {
  /** Cleaned by `cleanToSpeak`, one utterance. */
  readonly text: string;
  readonly languageCode: LanguageCode;
  readonly voice: Voice;
}

/**
 * Words that a language's voice would say letter by letter, and that are said in English: Latin ones with a small letter
 * in them (YouTube, but not AI, nor the name of an escaped sign), in Maori those that are not of its syllables.
 */
const englishWords: Partial<Readonly<Record<LanguageCode, RegExp>>> = {
  he: /^[A-Za-z]*[a-z][A-Za-z]+/u,
  ja: /^[A-Za-z]*[a-z][A-Za-z]+/u,
  mi: /^(?!(?:(?:wh|ng|[hkmnprtw])?[aeiouāēīōū])+$)[A-Za-z]*[a-z][A-Za-z]+/iu,
};
/** Letters without a gap, from an escaped sign's `&` on where there is one. */
const word = /[&\p{L}]+/gu;

/** Of two that want the processor, the thread that answers everybody gets three times as much, and this one still gets on. */
const niceness = 5;
// Without a number it is about the thread that asks. Elsewhere it would be about the whole process.
if (process.platform === 'linux') setPriority(niceness);

let espeak: Promise<Espeak> | undefined;

/** Speaks one utterance: samples from -1 to 1, none where it is silent. Runs in a worker thread, which it fills. */
export async function speakUtterance({ text, languageCode, voice }: SpokenTask): Promise<unknown> {
  espeak ??= loadEspeak(premiumVariants);
  const program = await espeak;
  try {
    const raw = program.speak(await toMarkup(text, languageCode), getEspeakSettings(languageCode, voice));
    return Tinypool.move(finishSound(raw, espeakSampleRateHz));
  } catch (error) {
    // A program that broke down is not asked again.
    espeak = undefined;
    throw error;
  }
}

/** espeak-ng always takes its text as SSML. */
async function toMarkup(text: string, languageCode: LanguageCode): Promise<string> {
  const escaped = (await respell(text, languageCode)).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const english = englishWords[languageCode];
  if (!english) return escaped;
  return escaped.replace(word, letters => letters.replace(english, '<voice xml:lang="en">$&</voice>'));
}
