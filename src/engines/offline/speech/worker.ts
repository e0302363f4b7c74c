import Tinypool from 'tinypool';
import type { StandardVoice } from '#shared/voices.ts';
import { type Espeak, espeakSampleRateHz, loadEspeak } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { getEspeakSettings } from './offline-voices.ts';
import { respell } from './respell.ts';

/** What a worker thread of the speech pool is asked for. */
export interface SpokenTask {
  /** Cleaned by `cleanText`, one utterance. */
  readonly text: string;
  readonly languageCode: string;
  readonly voice: StandardVoice;
}

let espeak: Promise<Espeak> | undefined;

/** Speaks one utterance: samples from -1 to 1, none where it is silent. Runs in a worker thread, which it fills. */
export async function speakUtterance({ text, languageCode, voice }: SpokenTask): Promise<unknown> {
  espeak ??= loadEspeak();
  const program = await espeak;
  try {
    const raw = program.speak(
      escapeMarkup(respell(text, languageCode)),
      getEspeakSettings(languageCode, voice),
    );
    return Tinypool.move(finishSound(raw, espeakSampleRateHz));
  } catch (error) {
    // A program that broke down is not asked again.
    espeak = undefined;
    throw error;
  }
}

/** espeak-ng always takes its text as SSML. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
