import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from './badge.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import classes from './page-header.module.css';

/** The name of the house, the lights, and what else a screen puts there. The screen has an element with id `main`. */
export function PageHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, also before any script has run */}
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      <header className={classes.header}>
        <Link className={classes.brand} to="/">
          <Badge />
          <span>Benshi</span>
        </Link>
        <div className={classes.actions}>
          {children}
          {/* Last, so that it does not move when it becomes known who is here. */}
          <ColorSchemeToggle />
        </div>
      </header>
    </>
  );
}

/** As the link itself does, but without another address: the router would take that for leaving the page. */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
}
