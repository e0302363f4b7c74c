import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import type { Plan } from '#shared/plans.ts';
import { type ChosenVoice, getVoiceName } from '#shared/voices.ts';
import { PickerField } from '../../components/picker-field.tsx';

interface VoicePickerProps {
  readonly label?: string;
  readonly plans: readonly Plan[];
  readonly value: ChosenVoice | undefined;
  readonly language: LanguageName;
  readonly disabled?: boolean;
  readonly noneLabel?: string;
  /** @param voice undefined only with `noneLabel` */
  readonly onChange: (voice: ChosenVoice | undefined) => void;
}

export function VoicePicker(props: VoicePickerProps) {
  const { label = t(voicesMessages.voice), value, noneLabel, disabled = false, ...choice } = props;
  return (
    <PickerField
      label={label}
      disabled={disabled}
      placeholder={noneLabel ?? t(voicesMessages.selectVoice)}
      part="list of voices"
      load={() => import('./voice-popup.tsx')}
      renderPopup={({ VoicePopup }, place) => (
        <VoicePopup {...place} {...choice} chosen={value} noneLabel={noneLabel} />
      )}
    >
      {value && getVoiceName(value)}
    </PickerField>
  );
}
