import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Allowance } from '#shared/api/account.ts';
import { callServer, postJson } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { ReportCount } from '../../lib/upload-form.ts';
import { createSharedCalls, type NarrationService } from '../editor/public.ts';

const allowanceQuery = queryOptions({
  queryKey: ['free-allowance'],
  queryFn: async ({ signal }): Promise<Allowance> => {
    const [response, { allowanceSchema }] = await Promise.all([
      callServer('/api/free/allowance', { signal }),
      loadChunk('answers', () => import('#shared/api/account.ts')),
    ]);
    return allowanceSchema.parse(await response.json());
  },
  // Another tab, or another user of the same address, may have used some; and a new day may have begun.
  refetchOnWindowFocus: 'always',
});

/** The free page's service and today's allowance, undefined while unknown. */
export function useFreeNarrations(): {
  readonly service: NarrationService;
  readonly allowance: Allowance | undefined;
} {
  const queryClient = useQueryClient();
  const { data } = useQuery(allowanceQuery);
  const [service] = useState(() => createFreeNarrationService(queryClient));
  return { service, allowance: data };
}

/** The free page's calls. The code for scripts is loaded with the first video. */
function createFreeNarrationService(queryClient: QueryClient): NarrationService {
  const { queryKey } = allowanceQuery;
  const calls = createSharedCalls('/api/free');
  return {
    ...calls,
    async prepare() {
      await loadFreeScript();
    },

    async createScript(order, report) {
      const noteCount: ReportCount = left =>
        queryClient.setQueryData(queryKey, known => known && { ...known, ...left });
      try {
        const { createFreeScript } = await loadFreeScript();
        return await createFreeScript(order, report, noteCount);
      } finally {
        // What gave nothing is not counted, what was written from earlier pictures is. If this fails, the number stays until the next one.
        void queryClient.invalidateQueries({ queryKey });
      }
    },

    createAudio: calls.createAudio('/api/free/speech', ({ signal, ...order }, headers) =>
      postJson('/api/free/speech', order, { signal, headers }),
    ),
  };
}

function loadFreeScript() {
  return loadChunk('narration', () => import('./create-free-script.ts'));
}
