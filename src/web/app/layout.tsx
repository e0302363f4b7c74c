import { Button } from '@mantine/core';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ColorSchemeToggle } from '../components/color-scheme-toggle.tsx';
import { Seal } from '../components/seal.tsx';
import classes from './layout.module.css';

/** What stands around every screen. */
export function Layout() {
  const isSigningIn = useLocation().pathname === '/login';
  return (
    <div className={classes.page}>
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
          {!isSigningIn && (
            <Button component={Link} to="/login" variant="default">
              Sign in / Sign up
            </Button>
          )}
        </div>
      </header>
      <main id="main" className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <p>A benshi stood beside the screen and told silent films to the audience.</p>
        <p>Free software under the AGPL-3.0.</p>
      </footer>
      <ScrollRestoration />
    </div>
  );
}
