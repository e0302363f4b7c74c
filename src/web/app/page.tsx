import {
  isCancelledError,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { noteFailure } from '../lib/failures.ts';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteUnlessCancelled }),
  mutationCache: new MutationCache({ onError: noteUnlessCancelled }),
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 },
    // Without a connection they fail at once instead of waiting for one.
    mutations: { networkMode: 'always' },
  },
});

/** Leaving the page or signing out cancels requests: no failure. */
function noteUnlessCancelled(error: Error): void {
  if (!isCancelledError(error)) noteFailure(error);
}

interface PageProps {
  readonly router: ComponentProps<typeof RouterProvider>['router'];
  /** Called during rendering, before the page's effects. */
  readonly onDrawing?: (() => void) | undefined;
  readonly onDrawn?: () => void;
  readonly onShown?: () => void;
}

/** Must be the same tree as in prerendering, or the ids of fields would differ. */
export function Page({ router, onDrawing, onDrawn, onShown }: PageProps) {
  // Outside strict mode, which calls effects twice.
  useLayoutEffect(() => onDrawn?.(), [onDrawn]);
  useEffect(() => onShown?.(), [onShown]);
  return (
    <>
      <DrawingNotice onDrawing={onDrawing} />
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>
    </>
  );
}

/** Before the page, because React runs effects in the order of siblings. */
function DrawingNotice({ onDrawing }: Pick<PageProps, 'onDrawing'>) {
  useLayoutEffect(() => onDrawing?.(), [onDrawing]);
  return null;
}

export function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
