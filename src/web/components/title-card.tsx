import type { ReactNode } from 'react';
import classes from './title-card.module.css';

interface TitleCardProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** A text with controls in an ornamental frame, in place of the player. */
export function TitleCard({ title, hint, children }: TitleCardProps) {
  return (
    <div className={classes.card}>
      <p className={classes.title}>{title}</p>
      {children}
      <p className={classes.hint}>{hint}</p>
    </div>
  );
}
