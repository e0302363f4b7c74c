import { type PremiumVoice, premiumVoices } from '#shared/premium-voices.ts';
import { type StandardVoice, standardVoices } from '#shared/voices.ts';

export type VoiceName = StandardVoice | PremiumVoice;

export const voiceNames = [...standardVoices, ...premiumVoices] as const;

/** Voices that are offered under one heading. */
export interface VoiceGroup {
  readonly label: string;
  readonly voices: readonly VoiceName[];
}

export const standardVoiceGroup: VoiceGroup = { label: 'Standard voices', voices: standardVoices };

/** The voice of this name, if it is offered. */
export function findVoice(groups: readonly VoiceGroup[], name: string | undefined): VoiceName | undefined {
  return groups.flatMap(group => group.voices).find(voice => voice === name);
}
