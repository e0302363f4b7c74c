import { QueryClient } from '@tanstack/react-query';

/** What the page knows of the server, each answer asked for once. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 } },
});
