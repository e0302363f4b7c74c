import type { LanguageName } from '#shared/languages.ts';
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

/** What a control needs in which a voice is chosen. */
export interface VoiceField {
  readonly groups: readonly VoiceGroup[];
  /** Undefined until one is chosen. */
  readonly voice: Voice | undefined;
  /** The language that it is chosen for. */
  readonly language: LanguageName;
  readonly disabled: boolean;
  readonly onChange: (voice: Voice) => void;
}
