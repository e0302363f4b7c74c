import { Button, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { useFocusHeir } from '../../lib/use-focus-heir.ts';
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
  const stopFocus = useFocusHeir(offersStop, line);

  return (
    <div className={classes.row}>
      <p className={classes.line} ref={line} tabIndex={-1}>
        {text}
      </p>
      {offersStop && (
        <Button variant="default" size="compact-md" onClick={onStop} {...stopFocus}>
          Stop
        </Button>
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  );
}
