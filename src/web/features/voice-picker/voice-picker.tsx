import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import type { Voice } from '#shared/voices.ts';
import { PickerField } from '../../components/picker-field.tsx';
import type { VoiceGroup } from './voice-choice.ts';

interface VoicePickerProps {
  readonly groups: readonly VoiceGroup[];
  /** Undefined until one is chosen. */
  readonly voice: Voice | undefined;
  /** The language that it is chosen for. */
  readonly language: LanguageName;
  readonly disabled: boolean;
  readonly onChange: (voice: Voice) => void;
}

/** The voice of the narration. Its list, with samples, is loaded when first opened. */
export function VoicePicker({ groups, voice, language, disabled, onChange }: VoicePickerProps) {
  return (
    <PickerField
      label={t(voicesMessages.voice)}
      disabled={disabled}
      placeholder={t(voicesMessages.selectVoice)}
      part="list of voices"
      load={() => import('./voice-popup.tsx')}
      renderPopup={({ VoicePopup }, place) => (
        <VoicePopup {...place} groups={groups} chosen={voice} language={language} onChoose={onChange} />
      )}
    >
      {voice}
    </PickerField>
  );
}
