import { type LazyRouteFunction, matchRoutes, type RouteObject } from 'react-router';
import type { PagePath } from '#shared/pages.ts';
import { HomePage } from '../features/free-page/public.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { ErrorPage } from './error-page.tsx';
import { Layout } from './page-frame.tsx';

type Screen = NonNullable<RouteObject['Component']>;
type LazyPage = LazyRouteFunction<RouteObject>;

const dashboardPaths = ['/dashboard', '/DashboardPremium'] as const satisfies readonly PagePath[];
type DashboardPath = (typeof dashboardPaths)[number];

/** Pages within the layout; a missing one, here or in the list of paths, does not compile. */
const layoutPages: Record<Exclude<PagePath, '/' | DashboardPath>, LazyPage> = {
  '/login': showPage(loadAccountPages, pages => pages.LoginPage),
  '/register': showPage(loadAccountPages, pages => pages.RegisterPage),
  '/reset': showPage(loadAccountPages, pages => pages.ResetPage),
  '/sign-in-link': showPage(loadAccountPages, pages => pages.SignInLinkPage),
  '/premium': showPage(
    () => loadChunk('plans', () => import('../features/plans/plans-page.tsx')),
    page => page.PlansPage,
  ),
  '/contact': showPage(
    () => loadChunk('contact', () => import('../features/contact/contact-page.tsx')),
    page => page.ContactPage,
  ),
  '/privacy': showPage(
    () => loadChunk('privacy', () => import('../features/privacy/privacy-page.tsx')),
    page => page.PrivacyPage,
  ),
  '/account': showPage(
    () => loadChunk('account', () => import('../features/own-account/own-account-page.tsx')),
    page => page.OwnAccountPage,
  ),
  '/review': showPage(
    () => loadChunk('review', () => import('../features/review/review-page.tsx')),
    page => page.ReviewPage,
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
          () => loadChunk('dashboard', () => import('../features/dashboard/dashboard.tsx')),
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
  return loadChunk('accounts', () => import('../features/accounts/account-pages.tsx'));
}

function showPage<Pages>(load: () => Promise<Pages>, choose: (pages: Pages) => Screen): LazyPage {
  return async () => ({ Component: choose(await load()) });
}
