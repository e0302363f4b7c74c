import type { ReactNode, RefObject } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PageHeader } from '../components/page-header.tsx';
import { SiteFooter } from '../components/site-footer.tsx';
import { AccountAccess } from '../features/accounts/public.ts';
import { usePageFocus } from '../lib/use-page-focus.ts';
import classes from './page-frame.module.css';
import { scrollStorageKey } from './scroll.ts';

/** Layout of all pages except the dashboards. */
export function Layout() {
  const { pathname } = useLocation();
  const main = usePageFocus(pathname);
  return (
    <PageFrame main={main}>
      <Outlet />
      {/* The first location of a tab always has the key `default`. */}
      <ScrollRestoration
        storageKey={scrollStorageKey}
        getKey={({ key, pathname }) => (key === 'default' ? pathname : key)}
      />
    </PageFrame>
  );
}

interface PageFrameProps {
  /** For moving the focus to it. */
  readonly main?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function PageFrame({ main, children }: PageFrameProps) {
  return (
    <div className={classes.page}>
      <PageHeader>
        <AccountAccess />
      </PageHeader>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
