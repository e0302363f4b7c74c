import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from 'react-router';
import { HomePage } from '../features/free-page/home-page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { ErrorPage } from './error-page.tsx';
import { Layout } from './layout.tsx';

type Screen = NonNullable<RouteObject['Component']>;
type AccountPages = typeof import('../features/accounts/account-pages.tsx');

/**
 * The first screen comes with the page, the others in chunks of their own. An unknown address ends on the error page as 404.
 * Addresses count whatever their case: /Dashboard is /dashboard.
 */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: Layout,
        children: [
          { index: true, Component: HomePage },
          { path: 'login', lazy: showAccountPage(pages => pages.LoginPage) },
          { path: 'register', lazy: showAccountPage(pages => pages.RegisterPage) },
          { path: 'reset', lazy: showAccountPage(pages => pages.ResetPage) },
          { path: 'sign-in-link', lazy: showAccountPage(pages => pages.SignInLinkPage) },
          {
            path: 'premium',
            lazy: async () => {
              const { PlansPage } = await loadChunk(
                'plans',
                () => import('../features/plans/plans-page.tsx'),
              );
              return { Component: PlansPage };
            },
          },
          {
            path: 'contact',
            lazy: async () => {
              const { ContactPage } = await loadChunk(
                'contact',
                () => import('../features/contact/contact-page.tsx'),
              );
              return { Component: ContactPage };
            },
          },
          {
            path: 'privacy',
            lazy: async () => {
              const { PrivacyPage } = await loadChunk(
                'privacy',
                () => import('../features/privacy/privacy-page.tsx'),
              );
              return { Component: PrivacyPage };
            },
          },
          {
            path: 'account',
            lazy: async () => {
              const { OwnAccountPage } = await loadChunk(
                'account',
                () => import('../features/own-account/own-account-page.tsx'),
              );
              return { Component: OwnAccountPage };
            },
          },
        ],
      },
      {
        // One screen for both, so that it stays as it is when the address changes with the plan.
        lazy: async () => {
          const { Dashboard } = await loadChunk(
            'dashboard',
            () => import('../features/dashboard/dashboard.tsx'),
          );
          return { Component: Dashboard };
        },
        children: [
          { path: 'dashboard', element: null },
          { path: 'DashboardPremium', element: null },
        ],
      },
    ],
  },
]);

function showAccountPage(choose: (pages: AccountPages) => Screen): LazyRouteFunction<RouteObject> {
  return async () => {
    const pages = await loadChunk('accounts', () => import('../features/accounts/account-pages.tsx'));
    return { Component: choose(pages) };
  };
}
