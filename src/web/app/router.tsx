import { createBrowserRouter } from 'react-router';
import { FreePage } from '../features/free-page/free-page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { ErrorPage } from './error-page.tsx';
import { Layout } from './layout.tsx';

/** Every screen but the first is a chunk of its own. An unknown address ends on the error page as 404. */
export const router = createBrowserRouter([
  {
    Component: Layout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      { index: true, Component: FreePage },
      {
        path: 'login',
        lazy: async () => {
          const { LoginPage } = await loadChunk('login', () => import('../features/sign-in/login-page.tsx'));
          return { Component: LoginPage };
        },
      },
    ],
  },
]);
