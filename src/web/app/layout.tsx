import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useArrivalFocus } from '../lib/use-arrival-focus.ts';
import { PageFrame } from './page-frame.tsx';
import { scrollStorageKey } from './scroll.ts';

/** What stands around every screen but the dashboards. */
export function Layout() {
  const { pathname } = useLocation();
  const main = useArrivalFocus(pathname);
  return (
    <PageFrame main={main}>
      <Outlet />
      {/* Whatever a tab is opened with has the same key: another address begins at its top. */}
      <ScrollRestoration
        storageKey={scrollStorageKey}
        getKey={({ key, pathname }) => (key === 'default' ? pathname : key)}
      />
    </PageFrame>
  );
}
