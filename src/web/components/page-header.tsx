import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import classes from './page-header.module.css';
import { Seal } from './seal.tsx';

/** The name of the house, the lights, and what else a screen puts there. The screen has an element with id `main`. */
export function PageHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <header className={classes.header}>
        <Link className={classes.brand} to="/">
          <Seal />
          <span>Benshi</span>
        </Link>
        <div className={classes.actions}>
          <ColorSchemeToggle />
          {children}
        </div>
      </header>
    </>
  );
}
