import { getPriority, setPriority } from 'node:os';
import Tinypool from 'tinypool';
import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { type Espeak, espeakSampleRateHz, loadEspeak } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { toFliteText } from './flite-text.ts';
import { getEnglishVoice } from './flite-voices.ts';
import { getEspeakSettings, premiumVariants } from './offline-voices.ts';
import { speakEnglish } from './speak-english.ts';
import { toMarkup } from './to-markup.ts';

export interface SpokenTask {
  /** Cleaned by `cleanToSpeak`, one utterance. */
  readonly text: string;
  readonly languageCode: LanguageCode;
  readonly voice: Voice;
}

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
