import type { EnglishVoice } from './english-voice.ts';
import { espeakSampleRateHz } from './espeak.ts';
import { finishSound } from './finish-sound.ts';
import { type Flite, fliteSampleRateHz, loadFlite } from './flite.ts';
import { changeRate, tiltSpectrum } from './shape-sound.ts';

/** In flite's pauses there is noise of up to -49 dB, and its softest sounds lie above -43. */
const edgeLevel = 0.005;

let flite: Promise<Flite> | undefined;

/**
 * Speaks English by flite, which is understood far better than espeak-ng (docs/performance.md).
 * @param text by `toFliteText`
 * @returns samples from -1 to 1 at espeak-ng's rate, none where it is silent
 */
export async function speakEnglish(
  text: string,
  { scale, brightnessDb, ...settings }: EnglishVoice,
): Promise<Float32Array<ArrayBuffer>> {
  flite ??= loadFlite();
  const program = await flite;
  try {
    const raw = program.speak(text, { ...settings, stretch: settings.stretch * scale });
    const samples = changeRate(raw, fliteSampleRateHz * scale, espeakSampleRateHz);
    if (brightnessDb !== undefined) tiltSpectrum(samples, espeakSampleRateHz, brightnessDb);
    return finishSound(samples, espeakSampleRateHz, edgeLevel);
  } catch (error) {
    // A program that broke down is not asked again.
    flite = undefined;
    throw error;
  }
}
