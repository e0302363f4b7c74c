import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PageHeader } from '../components/page-header.tsx';
import { SignInButton } from '../features/accounts/sign-in-button.tsx';
import classes from './layout.module.css';

/** What stands around every screen but the dashboards. */
export function Layout() {
  const isHome = useLocation().pathname === '/';
  return (
    <div className={classes.page}>
      <PageHeader>{isHome && <SignInButton />}</PageHeader>
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
