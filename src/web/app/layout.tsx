import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useArrivalFocus } from '../lib/use-arrival-focus.ts';
import { PageFrame } from './page-frame.tsx';
import { scrollStorageKey } from './scroll.ts';

/** Layout of all pages except the dashboards. */
export function Layout() {
  const { pathname } = useLocation();
  const main = useArrivalFocus(pathname);
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
