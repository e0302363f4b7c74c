import type { ReactNode } from 'react';
import classes from './row.module.css';

interface RowProps {
  /** Address of its picture; without one there is an empty place. */
  readonly picture: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly title: ReactNode;
  readonly facts?: readonly (string | false | undefined)[];
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function Row({ picture, isCurrent, title, facts, children, actions }: RowProps) {
  return (
    <li className={classes.row} aria-current={isCurrent || undefined}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" />
      ) : (
        <span className={classes.picture} aria-hidden="true" />
      )}
      <div className={`stack ${classes.about}`}>
        <div className={`anywhere ${classes.title}`}>{title}</div>
        {facts && <p className="soft small">{facts.filter(Boolean).join(' · ')}</p>}
        {children}
        {actions && <div className="row small">{actions}</div>}
      </div>
    </li>
  );
}
