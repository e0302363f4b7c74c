import type { Allowance } from '#shared/api/account.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import classes from './narrations-left.module.css';

interface NarrationsLeftProps {
  readonly narrations: Allowance | undefined;
  /** How many are left, where it is not that of an account. */
  readonly message?: Message<'left' | 'count'>;
}

/** How many narrations are left today; an empty line, so that nothing moves, while that is unknown. */
export function NarrationsLeft({ narrations, message = studioMessages.narrationsLeft }: NarrationsLeftProps) {
  if (!narrations) return <p className={classes.left} />;
  const { limit: count, remaining: left, resetsAt } = narrations;
  return (
    <p className={classes.left}>
      {left === 0 ? t(studioMessages.noneLeft, { time: formatTime(resetsAt) }) : t(message, { left, count })}
    </p>
  );
}

export function isUsedUp(narrations: Allowance | undefined): boolean {
  return narrations?.remaining === 0 && Date.parse(narrations.resetsAt) > Date.now();
}

function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}
