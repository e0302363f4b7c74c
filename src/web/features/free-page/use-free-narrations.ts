import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Allowance } from '#shared/api/account.ts';
import { callServer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { NarrationService } from '../studio/narration-service.ts';
import { createFreeNarrationService } from './free-narration-service.ts';

const allowanceQuery = queryOptions({
  queryKey: ['free-allowance'],
  queryFn: async ({ signal }): Promise<Allowance> => {
    const [response, { allowanceSchema }] = await Promise.all([
      callServer('/api/free/allowance', { signal }),
      loadChunk('answers', () => import('#shared/api/account.ts')),
    ]);
    return allowanceSchema.parse(await response.json());
  },
  // Another tab, or somebody behind the same address, may have had some; and a new day may have begun.
  refetchOnWindowFocus: 'always',
});

/** The free page's service, and how many narrations are left today: undefined while that is not known. */
export function useFreeNarrations(): {
  readonly service: NarrationService;
  readonly allowance: Allowance | undefined;
} {
  const queryClient = useQueryClient();
  const { data } = useQuery(allowanceQuery);
  const [service] = useState(() =>
    createFreeNarrationService({
      onCounted: left =>
        queryClient.setQueryData(allowanceQuery.queryKey, known => known && { ...known, ...left }),
      // When it cannot be asked now, the number stays until the next narration.
      onNotCounted: () => void queryClient.invalidateQueries({ queryKey: allowanceQuery.queryKey }),
    }),
  );
  return { service, allowance: data };
}
