import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './query-client.ts';

interface PageProps {
  readonly router: ComponentProps<typeof RouterProvider>['router'];
  /** Called during rendering, before the page's effects. */
  readonly onDrawing?: (() => void) | undefined;
  /** Called after the layout effects, before painting. */
  readonly onDrawn?: () => void;
  /** Called when the page is shown and interactive. */
  readonly onShown?: () => void;
}

/** The whole page. Must be the same tree as in prerendering, or the ids of fields would differ. */
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
