import { NativeSelect } from '@mantine/core';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { findVoice, type VoiceGroup } from './voice-choice.ts';

/** What a control needs in which a voice is chosen. */
export interface VoiceField {
  readonly groups: readonly VoiceGroup[];
  /** Undefined until one is chosen. */
  readonly voice: Voice | undefined;
  /** The language that it is chosen for. */
  readonly language: LanguageName;
  readonly disabled: boolean;
  readonly onChange: (voice: Voice | undefined) => void;
}

/** A few voices, in the browser's own select. */
export function VoiceSelect({ groups, voice, disabled, onChange }: VoiceField) {
  return (
    <NativeSelect
      label="Voice"
      data={[{ value: '', label: 'Select a voice' }, ...groups.flatMap(group => group.voices)]}
      value={voice ?? ''}
      disabled={disabled}
      onChange={event => onChange(findVoice(groups, event.currentTarget.value))}
    />
  );
}
