import { isStandardVoice, type PremiumVoice, type StandardVoice, type Voice } from '#shared/voices.ts';
import type { FliteSettings, FliteVoice } from './flite.ts';
import premiumVoiceTable from './premium-voices.json' with { type: 'json' };

export interface EnglishVoice extends FliteSettings {
  /** Its samples are read this much faster: raises pitch and resonances together. */
  readonly scale: number;
  /** Level of what lies above 1.5 kHz. */
  readonly brightnessDb?: number | undefined;
}

/**
 * The premium voices in English: by gender, accent (that of awb is Scottish; it stands for all of the British isles and Australia)
 * and the pitch, throat and brightness of its parameters for espeak-ng, moved apart until no two are alike to the ear, which
 * `premium-voices.test.ts` measures. A pitch of 0 is a whisper.
 */
const premiumFliteVoices = premiumVoiceTable as Readonly<
  Record<PremiumVoice, { readonly flite: Omit<EnglishVoice, 'stretch'> }>
>;

/** With these, 100 sentences take as long as by espeak-ng, whose rate fits `speakingRate` in `#shared/languages.ts`. */
const stretches: Readonly<Record<FliteVoice, number>> = { slt: 1.12, rms: 0.96, awb: 1.11 };

/** The middle pitches of the standard voices lie near 100, 116, 139, 167 and 200 Hz. */
const standardFliteVoices: Readonly<Record<StandardVoice, Omit<EnglishVoice, 'stretch'>>> = {
  onyx: { voice: 'rms', scale: 0.97 },
  fable: { voice: 'awb', scale: 1, pitchHz: 115 },
  alloy: { voice: 'slt', scale: 0.96, pitchHz: 142 },
  nova: { voice: 'slt', scale: 1, pitchHz: 165 },
  shimmer: { voice: 'slt', scale: 1.02, pitchHz: 195 },
};

/** How a voice speaks English; in other languages it is one of espeak-ng's. */
export function getEnglishVoice(voice: Voice): EnglishVoice {
  const settings = isStandardVoice(voice) ? standardFliteVoices[voice] : premiumFliteVoices[voice].flite;
  return { ...settings, stretch: stretches[settings.voice] };
}

export const englishVoicesIdentity: unknown = [stretches, standardFliteVoices, premiumVoiceTable];
