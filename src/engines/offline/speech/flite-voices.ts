import type { PremiumVoice } from '#shared/premium-voices.ts';
import type { Voice } from '#shared/voices.ts';
import type { FliteSettings, FliteVoice } from './flite.ts';

/** A voice that speaks English, made of one of flite's. */
export interface EnglishVoice extends FliteSettings {
  /** Its samples are read this much faster: raises pitch and resonances together. */
  readonly scale: number;
  /** Level of what lies above 1.5 kHz. */
  readonly brightnessDb?: number | undefined;
}

/**
 * The premium voices in English: by gender, accent (that of awb is Scottish; it stands for all of the British isles and Australia)
 * and the pitch, throat and brightness of `premiumVoiceParameters`, moved apart until no two are alike to the ear, which
 * `premium-voices.test.ts` measures. A pitch of 0 is a whisper.
 */
const premiumFliteVoices: Readonly<Record<PremiumVoice, Omit<EnglishVoice, 'stretch'>>> = {
  Santa: { voice: 'awb', scale: 0.92, pitchHz: 92, rangeHz: 20, brightnessDb: -3.6 },
  Adam: { voice: 'rms', scale: 0.9, brightnessDb: -3.3 },
  Antoni: { voice: 'rms', scale: 1.12 },
  Arnold: { voice: 'rms', scale: 0.94, brightnessDb: 1.8 },
  Bill: { voice: 'rms', scale: 0.92, brightnessDb: 3.4 },
  Callum: { voice: 'rms', scale: 1.02, brightnessDb: -1.5 },
  Charlie: { voice: 'awb', scale: 1.04, pitchHz: 117, rangeHz: 18, brightnessDb: 1.7 },
  Charlotte: { voice: 'slt', scale: 0.98, pitchHz: 172, rangeHz: 24, brightnessDb: -1.8 },
  Clyde: { voice: 'awb', scale: 0.95, pitchHz: 90, rangeHz: 12, brightnessDb: 2.4 },
  Daniel: { voice: 'awb', scale: 1.02, pitchHz: 82, rangeHz: 8, brightnessDb: 1 },
  Dave: { voice: 'awb', scale: 1.03, pitchHz: 129, rangeHz: 18, brightnessDb: 0.6 },
  Domi: { voice: 'slt', scale: 0.96, pitchHz: 202, rangeHz: 26, brightnessDb: 1.5 },
  Dorothy: { voice: 'slt', scale: 1.01, pitchHz: 215, rangeHz: 29 },
  Drew: { voice: 'awb', scale: 1.02, pitchHz: 95, rangeHz: 13, brightnessDb: -0.3 },
  Emily: { voice: 'slt', scale: 0.98, pitchHz: 215, rangeHz: 20, brightnessDb: -1.4 },
  Ethan: { voice: 'awb', scale: 1.01, pitchHz: 0, rangeHz: 0 },
  Fin: { voice: 'awb', scale: 0.94, pitchHz: 98, rangeHz: 15, brightnessDb: -1.1 },
  Freya: { voice: 'slt', scale: 1, pitchHz: 240, rangeHz: 47, brightnessDb: 2 },
  George: { voice: 'awb', scale: 1, pitchHz: 90, rangeHz: 13, brightnessDb: -3.4 },
  Gigi: { voice: 'slt', scale: 1.09, pitchHz: 236, rangeHz: 31, brightnessDb: 1 },
  Giovanni: { voice: 'awb', scale: 0.98, pitchHz: 144, rangeHz: 29 },
  Glinda: { voice: 'slt', scale: 0.93, pitchHz: 218, rangeHz: 45, brightnessDb: 2.8 },
  Grace: { voice: 'slt', scale: 0.99, pitchHz: 188, rangeHz: 26, brightnessDb: -3 },
  Harry: { voice: 'awb', scale: 1.02, pitchHz: 146, rangeHz: 18 },
  James: { voice: 'awb', scale: 1.01, pitchHz: 78, rangeHz: 9, brightnessDb: -3.7 },
  Jeremy: { voice: 'awb', scale: 0.93, pitchHz: 147, rangeHz: 29, brightnessDb: 1.6 },
  Jessie: { voice: 'rms', scale: 1.06, brightnessDb: 1.2 },
  Joseph: { voice: 'awb', scale: 0.99, pitchHz: 107, rangeHz: 14, brightnessDb: 2.2 },
  Josh: { voice: 'rms', scale: 1, brightnessDb: -4.5 },
  Liam: { voice: 'awb', scale: 0.96, pitchHz: 128, rangeHz: 16 },
  Lily: { voice: 'slt', scale: 0.95, pitchHz: 180, rangeHz: 23, brightnessDb: 0.6 },
  Matilda: { voice: 'slt', scale: 1.01, pitchHz: 176, rangeHz: 24, brightnessDb: -2.7 },
  Michael: { voice: 'rms', scale: 0.92, brightnessDb: -5.1 },
  Mimi: { voice: 'slt', scale: 1.04, pitchHz: 273, rangeHz: 30, brightnessDb: -0.9 },
  Nicole: { voice: 'slt', scale: 1, pitchHz: 0, rangeHz: 0 },
  Patrick: { voice: 'awb', scale: 0.91, pitchHz: 160, rangeHz: 21, brightnessDb: 2.7 },
  Paul: { voice: 'rms', scale: 1, brightnessDb: 5 },
  Rachel: { voice: 'slt', scale: 0.98, pitchHz: 197, rangeHz: 23 },
  Sam: { voice: 'awb', scale: 1.06, pitchHz: 106, rangeHz: 14, brightnessDb: 3.2 },
  Serena: { voice: 'slt', scale: 1.02, pitchHz: 167, rangeHz: 24, brightnessDb: 0.4 },
  'Doubting Thomas': { voice: 'awb', scale: 1.05, pitchHz: 86, rangeHz: 8, brightnessDb: 1.6 },
};

/** With these, 100 sentences take as long as by espeak-ng, whose rate fits `speakingRate` in `#shared/languages.ts`. */
const stretches: Readonly<Record<FliteVoice, number>> = { slt: 1.12, rms: 0.96, awb: 1.11 };

/** The middle pitches of the standard voices lie near 100, 116, 139, 167 and 200 Hz. */
const voices: Readonly<Record<Voice, Omit<EnglishVoice, 'stretch'>>> = {
  onyx: { voice: 'rms', scale: 0.97 },
  fable: { voice: 'awb', scale: 1, pitchHz: 115 },
  alloy: { voice: 'slt', scale: 0.96, pitchHz: 142 },
  nova: { voice: 'slt', scale: 1, pitchHz: 165 },
  shimmer: { voice: 'slt', scale: 1.02, pitchHz: 195 },
  ...premiumFliteVoices,
};

/** How a voice speaks English; in other languages it is one of espeak-ng's. */
export function getEnglishVoice(voice: Voice): EnglishVoice {
  const settings = voices[voice];
  return { ...settings, stretch: stretches[settings.voice] };
}

/** What the sound depends on, for {@link offlineVoicesIdentity}. */
export const englishVoicesIdentity: unknown = [stretches, voices];
