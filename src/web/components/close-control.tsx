import { Link } from 'react-router';
import classes from './icon-button.module.css';

/** Two brush strokes across each other. */
const strokes = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 6.5 18 17.5M17.5 6 6.5 18" />
  </svg>
);

/** Closes a screen by going elsewhere. */
export function CloseLink({ to }: { to: string }) {
  return (
    <Link className={classes.close} to={to} aria-label="Close">
      {strokes}
    </Link>
  );
}

/** Closes what lies above the page. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={classes.close} aria-label="Close" onClick={onClick}>
      {strokes}
    </button>
  );
}
