import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './query-client.ts';

interface PageProps {
  readonly router: ComponentProps<typeof RouterProvider>['router'];
  /** Called once the page is drawn, before anything in it knows. */
  readonly onDrawing?: (() => void) | undefined;
  /** Called once everything in it knows, before it is seen so. */
  readonly onDrawn?: () => void;
  /** Called once the page is shown and answers. */
  readonly onShown?: () => void;
}

/** The whole page. In the browser it is the same tree as where its HTML was made, or the ids of its fields would differ. */
export function Page({ router, onDrawing, onDrawn, onShown }: PageProps) {
  return (
    <ShownNotice onDrawn={onDrawn} onShown={onShown}>
      <DrawingNotice onDrawing={onDrawing} />
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>
    </ShownNotice>
  );
}

interface ShownNoticeProps {
  readonly onDrawn: PageProps['onDrawn'];
  readonly onShown: PageProps['onShown'];
  readonly children: ReactNode;
}

/** Around the strict mode, which calls effects twice. */
function ShownNotice({ onDrawn, onShown, children }: ShownNoticeProps) {
  useLayoutEffect(() => onDrawn?.(), [onDrawn]);
  useEffect(() => onShown?.(), [onShown]);
  return children;
}

/** Stands before the page: React calls the effects of what stands first before those of what comes after. */
function DrawingNotice({ onDrawing }: Pick<PageProps, 'onDrawing'>) {
  useLayoutEffect(() => onDrawing?.(), [onDrawing]);
  return null;
}

export function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
