import { type ReactNode, type RefObject, useEffect } from 'react';
import {
  isRouteErrorResponse,
  type LazyRouteFunction,
  matchRoutes,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { PagePath } from '#shared/pages.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import classes from '../components/page-frame.module.css';
import { Badge, PageHeader, SiteFooter } from '../components/page-frame.tsx';
import { AccountAccess } from '../features/accounts/public.ts';
import { HomePage } from '../features/free-page/public.ts';
import { forgetItem } from '../lib/browser-storage.ts';
import { noteError } from '../lib/failures.ts';
import { usePageFocus } from '../lib/focus.ts';
import { loadChunk } from '../lib/load-chunk.ts';

type LazyPage = LazyRouteFunction<RouteObject>;

const dashboardPaths = ['/dashboard', '/DashboardPremium'] as const satisfies readonly PagePath[];
type DashboardPath = (typeof dashboardPaths)[number];

const layoutPages: Record<Exclude<PagePath, '/' | DashboardPath>, LazyPage> = {
  '/login': showPage('accounts', loadAccountPages, pages => pages.LoginPage),
  '/register': showPage('accounts', loadAccountPages, pages => pages.RegisterPage),
  '/reset': showPage('accounts', loadAccountPages, pages => pages.ResetPage),
  '/sign-in-link': showPage('accounts', loadAccountPages, pages => pages.SignInLinkPage),
  '/premium': showPage(
    'plans',
    () => import('../features/plans/plans-page.tsx'),
    page => page.PlansPage,
  ),
  '/contact': showPage(
    'contact',
    () => import('../features/contact/contact-page.tsx'),
    page => page.ContactPage,
  ),
  '/privacy': showPage(
    'privacy',
    () => import('../features/privacy/privacy-page.tsx'),
    page => page.PrivacyPage,
  ),
  '/account': showPage(
    'account',
    () => import('../features/own-account/own-account-page.tsx'),
    page => page.OwnAccountPage,
  ),
  '/review': showPage(
    'review',
    () => import('../features/review/review-page.tsx'),
    page => page.ReviewPage,
  ),
  '/setup': showPage(
    'setup',
    () => import('../features/setup/setup-page.tsx'),
    page => page.SetupPage,
  ),
};

/** The home page comes with the first load. An unknown address shows the error page as 404. Addresses ignore case: /Dashboard is /dashboard. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: Layout,
        children: [
          { index: true, Component: HomePage },
          ...Object.entries(layoutPages).map(([path, lazy]) => ({ path, lazy })),
        ],
      },
      {
        // One page for both, so that its state survives when the plan changes the address.
        lazy: showPage(
          'dashboard',
          () => import('../features/dashboard/dashboard.tsx'),
          page => page.Dashboard,
        ),
        children: dashboardPaths.map(path => ({ path, element: null })),
      },
    ],
  },
];

/** Fetches a page's chunk before the first rendering. @throws {ChunkLoadError} */
export async function loadPage(pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
}

function loadAccountPages() {
  return import('../features/accounts/account-pages.tsx');
}

/** @param name of the chunk, for the error message */
function showPage<Pages>(
  name: string,
  load: () => Promise<Pages>,
  choose: (pages: Pages) => NonNullable<RouteObject['Component']>,
): LazyPage {
  return async () => ({ Component: choose(await loadChunk(name, load)) });
}

const scrollStorageKey = 'benshi-scroll';

function Layout() {
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

function PageFrame({ main, children }: { main?: RefObject<HTMLElement | null>; children: ReactNode }) {
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

export function ErrorPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  useEffect(() => {
    // An unknown address is not an error of the page.
    if (!isRouteErrorResponse(error)) noteError(error);
  }, [error]);
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <PageFrame>
        <div className={classes.scene}>
          <Trouble reason={describeRouteError(error)} />
          <p className="anywhere">
            <strong>{decodeAddress(pathname)}</strong>
            <br />
            {t(pageMessages.noSuchPage)}
          </p>
          <HomeLink />
        </div>
      </PageFrame>
    );
  // Without header and footer, which may have caused the error.
  return (
    <main className={classes.scene}>
      <Trouble reason={describeRouteError(error)} />
      <div className="row">
        <Button onClick={() => window.location.reload()}>{t(pageMessages.reload)}</Button>
        <HomeLink isQuiet />
      </div>
    </main>
  );
}

function Trouble({ reason }: { reason: string }) {
  return (
    <>
      <title>{t(pageMessages.unexpectedError)}</title>
      <Badge />
      <h1>{t(pageMessages.unexpectedError)}</h1>
      <p className="soft anywhere">{reason}</p>
    </>
  );
}

/** A full load, not a route, to reset all state. */
function HomeLink({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <ButtonLink href="/" {...(isQuiet && { variant: 'default' })}>
      {t(pageMessages.goHome)}
    </ButtonLink>
  );
}

function decodeAddress(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function describeRouteError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (error instanceof Error) return error.message;
  return t(pageMessages.pageFailed);
}

/** Reload and Back restore the position; a new visit starts at the top. */
export function forgetScrollOfNewVisit(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'navigate') forgetItem(scrollStorageKey, 'sessionStorage');
}
