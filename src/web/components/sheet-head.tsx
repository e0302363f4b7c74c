import type { ReactNode } from 'react';
import classes from './sheet-head.module.css';

/** The head of a sheet: its heading and, at the end of the line, its close control. */
export function SheetHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}
