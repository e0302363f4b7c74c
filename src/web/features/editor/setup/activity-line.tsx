import { useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts';
import classes from './activity-line.module.css';
import type { NotifyMe } from './notify-me.tsx';

interface ActivityLineProps {
  /** Its element, for what it describes. */
  readonly id: string;
  readonly text: string;
  readonly isWorking: boolean;
  /** The same for screen readers. */
  readonly announcement: string | undefined;
  /** Nothing has come for long. */
  readonly offersStop: boolean;
  readonly onStop: () => void;
  /** Fetched with the first work. */
  readonly NotifyMe: typeof NotifyMe | undefined;
}

/** What is happening, under the bar, and a Stop button once nothing has come for long. The focus is not lost. */
export function ActivityLine(props: ActivityLineProps) {
  const { id, text, isWorking, announcement, offersStop, onStop, NotifyMe } = props;
  const line = useRef<HTMLParagraphElement>(null);
  const stopFocus = useFocusFallback(offersStop, line);

  return (
    <div className={classes.row}>
      <p id={id} className={classes.line} ref={line} tabIndex={-1}>
        {text}
      </p>
      {offersStop && (
        <Button variant="default" onClick={onStop} {...stopFocus}>
          {t(studioStatusMessages.stop)}
        </Button>
      )}
      {NotifyMe && <NotifyMe isWorking={isWorking} focusFallback={line} />}
      <span className="visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </div>
  );
}
