import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';
import type { VoiceGroup } from '../store/editor.ts';

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

/** The voice of this name, if it is offered. */
export function findVoice(groups: readonly VoiceGroup[], name: string | undefined): Voice | undefined {
  return groups.flatMap(group => group.voices).find(voice => voice === name);
}
