import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { PickerField } from '../../components/picker-field.tsx';
import type { VoiceField } from '../editor/public.ts';

/** The voice of the narration. Its list, with samples, is loaded when first opened. */
export function VoicePicker({ groups, voice, language, disabled, onChange }: VoiceField) {
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
