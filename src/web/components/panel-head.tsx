import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import icons from './icon-button.module.css';
import classes from './panel-head.module.css';

/** The head of a panel: its heading and, at the end of the line, its close control. */
export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}

const strokes = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 6.5 18 17.5M17.5 6 6.5 18" />
  </svg>
);

/** Closes a screen by going elsewhere. */
export function CloseLink({ to }: { to: string }) {
  return (
    <Link className={icons.close} to={to} aria-label={t(pageMessages.close)}>
      {strokes}
    </Link>
  );
}

/** Closes a dialog or popup. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={icons.close} aria-label={t(pageMessages.close)} onClick={onClick}>
      {strokes}
    </button>
  );
}
