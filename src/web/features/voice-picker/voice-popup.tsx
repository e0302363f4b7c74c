import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import type { PopupPlace } from '../../components/picker-field.tsx';
import { PickerPopup } from '../../components/picker-popup.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import type { VoiceGroup } from '../studio/voice-choice.ts';
import { useVoices } from '../voice-samples/use-voices.ts';
import { VoiceBrowser } from './voice-browser.tsx';
import { mostWithoutSearch } from './voice-list.ts';
import classes from './voice-popup.module.css';

interface VoicePopupProps extends PopupPlace {
  readonly groups: readonly VoiceGroup[];
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly onChoose: (voice: Voice) => void;
}

/** The list of voices over the page. */
export function VoicePopup({ id, onChoose, onClose, ...browsing }: VoicePopupProps) {
  const { data: catalogue, error, refetch } = useVoices();
  const isSearched = browsing.groups.flatMap(group => group.voices).length > mostWithoutSearch;
  return (
    <PickerPopup id={id} title="Choose a voice" size={isSearched ? 'search' : 'list'} onClose={onClose}>
      {close =>
        catalogue ? (
          <VoiceBrowser
            {...browsing}
            catalogue={catalogue}
            isSearched={isSearched}
            onChoose={voice => {
              onChoose(voice);
              close();
            }}
          />
        ) : (
          <div className={classes.state} role="status">
            {error ? (
              <Notice tone="problem">
                {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
              </Notice>
            ) : (
              'Loading...'
            )}
          </div>
        )
      }
    </PickerPopup>
  );
}
