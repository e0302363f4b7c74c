import type { ReactNode } from 'react';
import classes from './text-button.module.css';

/** A way out inside a sentence. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.button} onClick={onClick}>
      {children}
    </button>
  );
}
