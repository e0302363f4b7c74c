import { PickerField } from '../../components/picker-field.tsx';
import type { VoiceField } from '../studio/public.ts';

/** Among which voices, few or many, one is chosen after it was heard. The list comes when it is first opened. */
export function VoicePicker({ groups, voice, language, disabled, onChange }: VoiceField) {
  return (
    <PickerField
      label="Voice"
      disabled={disabled}
      placeholder="Select a voice"
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
