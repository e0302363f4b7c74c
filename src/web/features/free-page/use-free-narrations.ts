import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Allowance } from '#shared/api/account.ts';
import { callWithKey } from '../../lib/call-key.ts';
import { callServer, postJson } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { ReportCount } from '../../lib/upload-form.ts';
import { loadSoundCollector, type NarrationService } from '../editor/public.ts';

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
  return {
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

    async rewriteScript(order, report) {
      const { rewriteFreeScript } = await loadFreeScript();
      return rewriteFreeScript(order, report);
    },

    async rewriteLine(order) {
      const { postLineRewriting } = await loadChunk(
        'line writer',
        () => import('../editor/service/post-script.ts'),
      );
      return postLineRewriting('/api/free/rewrite-line', order);
    },

    async transcribe(order) {
      const { postSound } = await loadChunk('hearing', () => import('../editor/service/post-sound.ts'));
      return postSound('/api/free/transcript', order);
    },

    async speakLines(order, report) {
      const { postLines } = await loadChunk('lines', () => import('../editor/service/post-lines.ts'));
      await postLines('/api/free/fit', order, report);
    },

    async createAudio({ signal, ...order }, report) {
      const { collectSound, soundHeaders } = await loadSoundCollector();
      const path = '/api/free/speech';
      return callWithKey(path, order, async key => {
        const response = await postJson(path, order, { signal, headers: { ...soundHeaders, ...key } });
        return collectSound(response, signal, report);
      });
    },
  };
}

function loadFreeScript() {
  return loadChunk('narration', () => import('./create-free-script.ts'));
}
