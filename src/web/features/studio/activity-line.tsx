import { Button, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './activity-line.module.css';

interface ActivityLineProps {
  readonly text: string;
  /** The same for people who hear the page. */
  readonly announcement: string;
  /** Nothing has come for long. */
  readonly offersStop: boolean;
  readonly onStop: () => void;
}

/** What is happening, under the bar; and the way to stop it, once it may never end. The keyboard keeps its place. */
export function ActivityLine({ text, announcement, offersStop, onStop }: ActivityLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  // React lets no blur through that comes from its own removal of the button, so this still says who had the focus then.
  const isStopFocused = useRef(false);

  useLayoutEffect(() => {
    if (offersStop || !isStopFocused.current) return;
    isStopFocused.current = false;
    line.current?.focus();
  }, [offersStop]);

  return (
    <div className={classes.row}>
      <p className={classes.line} ref={line} tabIndex={-1}>
        {text}
      </p>
      {offersStop && (
        <Button
          variant="default"
          size="compact-md"
          onClick={onStop}
          onFocus={() => {
            isStopFocused.current = true;
          }}
          onBlur={() => {
            isStopFocused.current = false;
          }}
        >
          Stop
        </Button>
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  );
}
