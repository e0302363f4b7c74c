import type { Voice } from '#shared/voices.ts';
import type { EnglishVoice } from './english-voice.ts';
import type { FliteVoice } from './flite.ts';
import { premiumFliteVoices } from './premium-flite-voices.ts';

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
