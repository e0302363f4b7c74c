import type { Allowance } from '#shared/api/account.ts';
import classes from './narrations-left.module.css';

/** How many narrations are left today; an empty line, so that nothing moves, while that is not known. */
export function NarrationsLeft({ narrations }: { narrations: Allowance | undefined }) {
  if (!narrations) return <p className={classes.left} />;
  const { limit, remaining, resetsAt } = narrations;
  return (
    <p className={classes.left} data-none={remaining === 0}>
      <strong>
        {remaining} of {limit}
      </strong>{' '}
      left today{remaining === 0 && `. There will be new ones at ${formatTime(resetsAt)}`}
    </p>
  );
}

/** Whether none is left, as far as is known: a new day brings new ones. */
export function isUsedUp(narrations: Allowance | undefined): boolean {
  return narrations?.remaining === 0 && Date.parse(narrations.resetsAt) > Date.now();
}

function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}
