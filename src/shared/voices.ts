import type { Plan } from './plans.ts';
import { type PremiumVoice, premiumVoices } from './premium-voices.ts';

/** The five voices of the standard plan, in the specification's order. */
export const standardVoices = ['fable', 'alloy', 'onyx', 'nova', 'shimmer'] as const;

export type StandardVoice = (typeof standardVoices)[number];

export type Voice = StandardVoice | PremiumVoice;

/** All 46: the five standard voices first, then the 41 of the premium plan. */
export const allVoices: readonly [...typeof standardVoices, ...typeof premiumVoices] = [
  ...standardVoices,
  ...premiumVoices,
];

export function isStandardVoice(voice: Voice): voice is StandardVoice {
  return standardVoices.some(standard => standard === voice);
}

/** The lowest plan that includes the voice. Each plan's voices have their own engine. */
export function getVoicePlan(voice: Voice): Plan {
  return isStandardVoice(voice) ? 'standard' : 'premium';
}
