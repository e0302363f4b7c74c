import classes from './progress-bar.module.css';

/** Exactly 20 px tall, pale yellow, and peach at 100. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={classes.fill} data-full={percent >= 100} style={{ width: `${percent}%` }} />
    </div>
  );
}
