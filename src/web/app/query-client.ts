import { isCancelledError, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteFailure } from '../lib/early-errors.ts';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteUnlessCancelled }),
  mutationCache: new MutationCache({ onError: noteUnlessCancelled }),
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 } },
});

/** Requests cancelled by leaving the page or signing out are no failures. */
function noteUnlessCancelled(error: Error): void {
  if (!isCancelledError(error)) noteFailure(error);
}
