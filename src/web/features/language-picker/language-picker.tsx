import type { LanguageName } from '#shared/languages.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { t } from '#shared/messages/message.ts';
import { PickerField } from '../../components/picker-field.tsx';
import type { Speakers } from '../voice-samples/public.ts';
import { LanguageLabel } from './language-label.tsx';

interface LanguagePickerProps {
  /** Those that can be chosen, in the order in which they are shown. */
  readonly names: readonly LanguageName[];
  readonly value: LanguageName;
  /** Who can speak the chosen voice; undefined until the server has said so. */
  readonly speakers: Speakers | undefined;
  readonly disabled: boolean;
  readonly onChange: (language: LanguageName) => void;
}

/** The language of the narration. Its list, searched by native name, English name and code, is fetched when it is first opened. */
export function LanguagePicker({ names, value, speakers, disabled, onChange }: LanguagePickerProps) {
  return (
    <PickerField
      label={t(languageMessages.language)}
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
