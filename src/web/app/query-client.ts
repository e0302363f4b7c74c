import { isCancelledError, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteFailure } from '../lib/early-errors.ts';

/** What the page knows of the server, each answer asked for once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteUnlessCancelled }),
  mutationCache: new MutationCache({ onError: noteUnlessCancelled }),
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 } },
});

/** Whoever left the page, or signed out, did not wait for the answer. */
function noteUnlessCancelled(error: Error): void {
  if (!isCancelledError(error)) noteFailure(error);
}
