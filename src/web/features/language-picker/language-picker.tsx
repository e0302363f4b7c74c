import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { PickerField } from '../../components/picker-field.tsx';
import type { Speakers } from '../voice-samples/public.ts';
import { describeLanguageWarning, LanguageLabel } from './language-support.tsx';

interface LanguagePickerProps {
  readonly names: readonly LanguageName[];
  readonly value: LanguageName;
  readonly speakers: Speakers | undefined;
  readonly disabled: boolean;
  readonly onChange: (language: LanguageName) => void;
}

export function LanguagePicker({ names, value, speakers, disabled, onChange }: LanguagePickerProps) {
  return (
    <PickerField
      label={t(voicesMessages.language)}
      disabled={disabled}
      part="list of languages"
      load={() => import('./language-popup.tsx')}
      renderPopup={({ LanguagePopup }, place) => (
        <LanguagePopup {...place} names={names} chosen={value} speakers={speakers} onChoose={onChange} />
      )}
    >
      <LanguageLabel name={value} />
    </PickerField>
  );
}

interface LanguageWarningProps {
  readonly speakers: Speakers | undefined;
  readonly language: LanguageName | undefined;
}

export function LanguageWarning({ speakers, language }: LanguageWarningProps) {
  const sentence = speakers && language && describeLanguageWarning(speakers, language);
  return sentence ? <Notice tone="plain">{sentence}</Notice> : null;
}
