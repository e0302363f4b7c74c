import type { ReactNode } from 'react';
import classes from './title-card.module.css';

interface TitleCardProps {
  readonly title: string;
  /** A smaller line at the foot of the card. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Words on a dark screen, in the frame that a silent film shows between two scenes. */
export function TitleCard({ title, hint, children }: TitleCardProps) {
  return (
    <div className={classes.card}>
      <p className={classes.title}>{title}</p>
      {children}
      <p className={classes.hint}>{hint}</p>
    </div>
  );
}
