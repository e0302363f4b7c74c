import { useEffect, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { focusInDialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import type { PopupPlace } from '../../components/picker-field.tsx';
import { PickerPopup } from '../../components/picker-popup.tsx';
import { useVoices } from '../voice-samples/public.ts';
import { keepRecent } from './kept-voices.ts';
import { useOwnVoices } from './own-voices.ts';
import { maxWithoutSearch, VoiceBrowser, type VoiceChoice } from './voice-browser.tsx';
import classes from './voice-picker.module.css';

interface VoicePopupProps extends Omit<VoiceChoice, 'onChoose'>, PopupPlace {
  readonly onChange: (voice: ChosenVoice | undefined) => void;
}

/** How long a short list waits for the voices of providers, which may make it a long one. */
const ownVoicesMs = 1000;

export function VoicePopup({ id, opening, onChange, onClose, ...choice }: VoicePopupProps) {
  const { data: catalogue, error, refetch } = useVoices();
  const own = useOwnVoices();
  const isLate = useIsLater(ownVoicesMs);
  const presets = catalogue?.voices.filter(({ plan }) => choice.plans.includes(plan)).length ?? 0;
  const owned = own.data?.voices.filter(({ plan }) => choice.plans.includes(plan)).length ?? 0;
  const isSearched = presets + owned > maxWithoutSearch;
  const isReady = catalogue && (isSearched || isLate || !own.isPending);
  return (
    <PickerPopup
      id={id}
      title={t(voiceListMessages.title)}
      size={isSearched ? 'search' : 'list'}
      onClose={onClose}
    >
      {close =>
        isReady ? (
          <VoiceBrowser
            // The focus begins in the search, where there is one.
            key={String(isSearched)}
            {...choice}
            catalogue={catalogue}
            own={own.data}
            ownProblem={own.isError}
            opening={opening}
            isSearched={isSearched}
            onChoose={(voice, voiceId) => {
              if (voiceId) keepRecent(voiceId);
              onChange(voice);
              close();
            }}
          />
        ) : (
          <div className={classes.state} role="status" tabIndex={-1} ref={focusInDialog}>
            {error ? <FailureNotice error={error} onRetry={refetch} /> : t(pageMessages.loading)}
          </div>
        )
      }
    </PickerPopup>
  );
}

function useIsLater(ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}
