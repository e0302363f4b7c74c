import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  readonly percent: number;
  /** What is happening, as the line beside the bar says it. */
  readonly text: string;
}

/** Exactly 20 px tall, pale yellow, and peach at 100. */
export function ProgressBar({ percent, text }: ProgressBarProps) {
  return (
    <div
      className={classes.bar}
      data-empty={percent === 0}
      role="progressbar"
      aria-label={t(studioStatusMessages.progress)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percent > 0 ? t(studioStatusMessages.percentOf, { percent, what: text }) : text}
    >
      {/* No style for nothing done yet: in a page that comes as HTML, the security policy would refuse it. */}
      <div
        className={classes.fill}
        data-full={percent >= 100}
        {...(percent > 0 && { style: { width: `${percent}%` } })}
      />
    </div>
  );
}
