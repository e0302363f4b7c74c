import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PageHeader } from '../components/page-header.tsx';
import { SiteFooter } from '../components/site-footer.tsx';
import { SignInButton } from '../features/accounts/sign-in-button.tsx';
import { useArrivalFocus } from '../lib/use-arrival-focus.ts';
import classes from './layout.module.css';

/** What stands around every screen but the dashboards. */
export function Layout() {
  const { pathname } = useLocation();
  const main = useArrivalFocus(pathname);
  return (
    <div className={classes.page}>
      <PageHeader>{pathname === '/' && <SignInButton />}</PageHeader>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <SiteFooter />
      <ScrollRestoration />
    </div>
  );
}
