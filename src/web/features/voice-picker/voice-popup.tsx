import { type MouseEvent, useId } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { CloseButton } from '../../components/close-control.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { useModalDialog } from '../../lib/use-modal-dialog.ts';
import type { VoiceGroup } from '../studio/voice-choice.ts';
import { useVoices } from '../voice-samples/use-voices.ts';
import type { Opening } from './open-key.ts';
import { VoiceBrowser } from './voice-browser.tsx';
import classes from './voice-popup.module.css';

interface VoicePopupProps {
  readonly id: string;
  readonly opening: Opening;
  readonly groups: readonly VoiceGroup[];
  readonly chosen: Voice | undefined;
  readonly language: LanguageName;
  readonly onChoose: (voice: Voice) => void;
  /** Called after it was closed, however. */
  readonly onClose: () => void;
}

/** A modal dialog under the field where there is room, and over the whole width where there is not. */
export function VoicePopup({ id, onChoose, onClose, ...browsing }: VoicePopupProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const title = useId();
  const { data: catalogue, error, refetch } = useVoices();
  const closeFromBeside = (event: MouseEvent) => {
    // The dialog's own content covers it: only its backdrop is the dialog itself.
    if (event.target === event.currentTarget) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      id={id}
      className={classes.popup}
      aria-labelledby={title}
      onClick={closeFromBeside}
      {...dialogProps}
    >
      <div className={classes.content}>
        <h2 id={title} className={classes.title}>
          Choose a voice
        </h2>
        <div className={classes.close}>
          <CloseButton onClick={close} />
        </div>
        {catalogue && (
          <VoiceBrowser
            {...browsing}
            catalogue={catalogue}
            onChoose={voice => {
              onChoose(voice);
              close();
            }}
          />
        )}
        {!catalogue && (
          <div className={classes.state} role="status">
            {error ? (
              <Notice tone="problem">
                {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
              </Notice>
            ) : (
              'Loading...'
            )}
          </div>
        )}
      </div>
    </dialog>
  );
}
