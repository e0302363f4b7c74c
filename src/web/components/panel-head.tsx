import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import icons from './icon-button.module.css';
import classes from './panel-head.module.css';

/** A panel's heading with the close control at the end of the line. */
export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}

const strokes = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 6.5 18 17.5M17.5 6 6.5 18" />
  </svg>
);

export function CloseLink({ to }: { to: string }) {
  return (
    <Link className={icons.close} to={to} aria-label={t(pageMessages.close)}>
      {strokes}
    </Link>
  );
}

export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={icons.close} aria-label={t(pageMessages.close)} onClick={onClick}>
      {strokes}
    </button>
  );
}
