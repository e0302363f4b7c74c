import { type ReactNode, useId, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import classes from './prompt-fold.module.css';
import type { Choices } from './use-choices.ts';

interface PromptFoldProps {
  /** A script is there, or on its way: what was asked for needs only a line. */
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
  // Who begins again is done with the fields again.
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
            {choices.prompt.trim() || 'No prompt yet'}
          </span>
          <span className={classes.facts}>
            {getLanguage(choices.language).nativeName} · {voice ?? 'no voice yet'}
          </span>
          <span className={classes.change}>{isFolded ? 'Change' : 'Done'}</span>
        </button>
      )}
      <div id={fields} className={classes.fields} hidden={isFolded}>
        {children}
      </div>
    </div>
  );
}
