import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { usePageFocus } from '../lib/use-page-focus.ts';
import { PageFrame } from './page-frame.tsx';
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
