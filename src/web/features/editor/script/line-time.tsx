import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { printShortTime, readTime } from '#shared/script/time-format.ts';
import { listenForUndo } from '../../../lib/undo-keys.ts';
import classes from './line-row.module.css';

interface LineTimeProps {
  readonly number: number;
  readonly startSeconds: number;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onChange: (seconds: number) => void;
}

/** The start time of a line: typed as people write a time, applied with Enter or when the field is left. */
export function LineTime({ number, startSeconds, isFixed, onFocus, onChange }: LineTimeProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined;
  const seconds = isTyped ? readTyped(typed) : startSeconds;
  const isWrong = seconds === undefined;

  useEffect(() => {
    const element = field.current;
    if (!isTyped || !element) return;
    // Undo takes back what is typed here, and only then a step of the document.
    return listenForUndo(element, () => {
      setTyped(undefined);
      return true;
    });
  }, [isTyped]);

  function takeOver() {
    if (!isTyped) return;
    // An invalid time goes back to the last one.
    setTyped(undefined);
    if (seconds !== undefined && seconds !== startSeconds) onChange(seconds);
  }

  function takeKey(event: KeyboardEvent) {
    if (event.key === 'Enter') takeOver();
    else if (event.key === 'Escape' && isTyped) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  return (
    <input
      ref={field}
      className={classes.time}
      type="text"
      inputMode="decimal"
      size={7}
      aria-label={t(lineEditorMessages.startTime, { number })}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t(lineEditorMessages.enterTime) : undefined}
      value={typed ?? printShortTime(startSeconds)}
      readOnly={isFixed}
      onFocus={onFocus}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={takeOver}
      onKeyDown={takeKey}
    />
  );
}

/** A time, or seconds alone. */
function readTyped(typed: string): number | undefined {
  const time = readTime(typed);
  if (time !== undefined) return time;
  const seconds = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
