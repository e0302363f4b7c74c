import { getPriority, setPriority } from 'node:os';
import Tinypool from 'tinypool';
import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { type Espeak, espeakSampleRateHz, loadEspeak } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { toFliteText } from './flite-text.ts';
import { getEnglishVoice } from './flite-voices.ts';
import { getEspeakSettings, premiumVariants } from './offline-voices.ts';
import { respell } from './respell.ts';
import { speakEnglish } from './speak-english.ts';

export interface SpokenTask {
  /** Cleaned by `cleanToSpeak`, one utterance. */
  readonly text: string;
  readonly languageCode: LanguageCode;
  readonly voice: Voice;
}

/** Languages whose voice says Latin words letter by letter, or those that are not of its syllables. */
const spellsLatin: ReadonlySet<LanguageCode> = new Set<LanguageCode>(['he', 'ja', 'mi']);
/** Letters without a gap, from an escaped sign's `&` on where there is one. */
const word = /[&\p{L}]+/gu;
/** A Latin word with a small letter in it (YouTube, but not AI), and not the name of an escaped sign. */
const latinWord = /^[A-Za-z]*[a-z][A-Za-z]+/u;
const maoriWord = /^(?:(?:wh|ng|[hkmnprtw])?[aeiouāēīōū])+$/u;

/** Of two that want the processor, the thread that answers everybody gets three times as much, and this one still gets on. */
const addedNiceness = 5;
// Without a number it is about the thread that asks. Elsewhere it would be about the whole process. Counted from where the
// server itself stands: under `nice` a fixed number could be a higher rank than its own, which only root may take.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + addedNiceness));

let espeak: Promise<Espeak> | undefined;

/** Speaks one utterance: samples from -1 to 1, none where it is silent. Runs in a worker thread, which it fills. */
export async function speakUtterance({ text, languageCode, voice }: SpokenTask): Promise<unknown> {
  const english = languageCode === 'en' ? toFliteText(text) : undefined;
  if (english !== undefined) return Tinypool.move(await speakEnglish(english, getEnglishVoice(voice)));
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
  if (!spellsLatin.has(languageCode)) return escaped;
  const isOwn = (letters: string) => languageCode === 'mi' && maoriWord.test(letters.toLowerCase());
  const markWord = (letters: string) =>
    isOwn(letters) ? letters : letters.replace(latinWord, '<voice xml:lang="en">$&</voice>');
  // Every other part is phonemes.
  const parts = escaped.split(/(\[\[[^[\]]*\]\])/u);
  return parts.map((part, at) => (at % 2 === 0 ? part.replace(word, markWord) : part)).join('');
}
