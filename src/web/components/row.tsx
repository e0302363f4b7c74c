import type { ReactNode } from 'react';
import classes from './row.module.css';

interface RowProps {
  /** Address of its picture; without one there is an empty place. */
  readonly picture: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly title: ReactNode;
  readonly facts?: readonly (string | false | undefined)[];
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** One of a list of videos or narrations. */
export function Row({ picture, isCurrent, title, facts, children, actions }: RowProps) {
  return (
    <li className={classes.row} aria-current={isCurrent || undefined}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" />
      ) : (
        <span className={classes.picture} aria-hidden="true" />
      )}
      <div className={classes.about}>
        <div className={classes.title}>{title}</div>
        {facts && <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>}
        {children}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </li>
  );
}
