import type { LanguageName } from '#shared/languages.ts';
import type { PopupPlace } from '../../components/picker-field.tsx';
import { PickerPopup } from '../../components/picker-popup.tsx';
import type { Speakers } from '../voice-samples/speakers.ts';
import { LanguageList } from './language-list.tsx';

interface LanguagePopupProps extends PopupPlace {
  readonly names: readonly LanguageName[];
  readonly chosen: LanguageName;
  readonly speakers: Speakers | undefined;
  readonly onChoose: (language: LanguageName) => void;
}

/** The list of languages over the page. */
export function LanguagePopup({ id, onClose, onChoose, ...list }: LanguagePopupProps) {
  return (
    <PickerPopup id={id} title="Choose a language" size="names" onClose={onClose}>
      {close => (
        <LanguageList
          {...list}
          onChoose={language => {
            onChoose(language);
            close();
          }}
        />
      )}
    </PickerPopup>
  );
}
