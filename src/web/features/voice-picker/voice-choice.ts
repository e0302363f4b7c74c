import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { Plan } from '#shared/plans.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';

/** Voices that are offered under one heading. */
export interface VoiceGroup {
  readonly label: string;
  readonly plan: Plan;
  readonly voices: readonly Voice[];
}

export const standardVoiceGroup: VoiceGroup = {
  label: t(studioMessages.standardVoices),
  plan: 'standard',
  voices: standardVoices,
};
export const premiumVoiceGroup: VoiceGroup = {
  label: t(studioMessages.premiumVoices),
  plan: 'premium',
  voices: premiumVoices,
};
