import { type ReactNode, useId, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { Voice } from '#shared/voices.ts';
import classes from './prompt-fold.module.css';
import type { Choices } from './use-choices.ts';

interface PromptFoldProps {
  /** A script is there or is being written: the fields take only a line. */
  readonly isDone: boolean;
  readonly isWorking: boolean;
  readonly choices: Choices;
  readonly voice: Voice | undefined;
  /** The fields. */
  readonly children: ReactNode;
}

/** Prompt, language and voice: fields at first, and one line that opens them again once they have led to a script. */
export function PromptFold({ isDone, isWorking, choices, voice, children }: PromptFoldProps) {
  const fields = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasWorking, setWasWorking] = useState(isWorking);
  // A new start folds the fields again.
  if (isWorking !== wasWorking) {
    setWasWorking(isWorking);
    if (isWorking) setOpen(false);
  }
  const isFolded = isDone && !isOpen;
  return (
    <div className={classes.fold}>
      {isDone && (
        <button
          type="button"
          className={classes.line}
          aria-expanded={!isFolded}
          aria-controls={fields}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.prompt} dir="auto">
            {choices.prompt.trim() || t(studioMessages.noPrompt)}
          </span>
          <span className={classes.facts}>
            {getLanguage(choices.language).nativeName} · {voice ?? t(studioMessages.noVoice)}
          </span>
          <span className={classes.change}>
            {t(isFolded ? studioMessages.editPrompt : studioMessages.closePrompt)}
          </span>
        </button>
      )}
      <div id={fields} className={classes.fields} hidden={isFolded}>
        {children}
      </div>
    </div>
  );
}
