import { type KeyboardEvent, useState } from 'react';
import { printShortTime, readTime } from '#shared/script/time-mark.ts';
import classes from './line-row.module.css';

interface LineTimeProps {
  /** Of the line, from 1 on. */
  readonly number: number;
  readonly startSeconds: number;
  readonly isFixed: boolean;
  readonly onChange: (seconds: number) => void;
}

/** When a line begins: typed as people write a time, taken over with Enter or on the way out. */
export function LineTime({ number, startSeconds, isFixed, onChange }: LineTimeProps) {
  const [typed, setTyped] = useState<string>();
  const seconds = typed === undefined ? startSeconds : readTyped(typed);
  const isWrong = seconds === undefined;

  function takeOver() {
    if (typed === undefined) return;
    // What is no time goes back to the one that was.
    setTyped(undefined);
    if (seconds !== undefined && seconds !== startSeconds) onChange(seconds);
  }

  function takeKey(event: KeyboardEvent) {
    if (event.key === 'Enter') takeOver();
    else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  return (
    <input
      className={classes.time}
      type="text"
      inputMode="decimal"
      size={7}
      aria-label={`Line ${number} begins at`}
      aria-invalid={isWrong || undefined}
      title={isWrong ? 'A time, such as 0:12 or 1:02:03.5' : undefined}
      value={typed ?? printShortTime(startSeconds)}
      readOnly={isFixed}
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
