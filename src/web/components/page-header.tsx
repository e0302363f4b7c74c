import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Badge } from './badge.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import classes from './page-header.module.css';

/** The product's name, the colour scheme, and additions of a page. The page has an element with id `main`. */
export function PageHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, also before any script has run */}
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        {t(pageMessages.skipToMain)}
      </a>
      <header className={classes.header}>
        <Link className={classes.brand} to="/">
          <Badge />
          <span>Benshi</span>
        </Link>
        <div className={classes.actions}>
          {children}
          {/* Last, so that it does not move when the session is known. */}
          <ColorSchemeToggle />
        </div>
      </header>
    </>
  );
}

/** Like the link, but without changing the address, which the router would take for leaving the page. */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
}
