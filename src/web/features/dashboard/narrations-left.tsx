import type { Allowance } from '#shared/api/account.ts';
import classes from './dashboard.module.css';

/** How many narrations the plan still gives today. */
export function NarrationsLeft({ narrations }: { narrations: Allowance }) {
  const { limit, remaining, resetsAt } = narrations;
  return (
    <p className={classes.quota} data-none={remaining === 0}>
      <strong>
        {remaining} of {limit}
      </strong>{' '}
      left today{remaining === 0 && `. There will be new ones at ${formatTime(resetsAt)}`}
    </p>
  );
}

function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}
