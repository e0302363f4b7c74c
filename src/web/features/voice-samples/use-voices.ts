import { queryOptions, useQuery } from '@tanstack/react-query';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import { callServer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: async ({ signal }): Promise<VoicesAnswer> => {
    const [response, { voicesAnswerSchema }] = await Promise.all([
      callServer('/api/voices', { signal }),
      loadChunk('answers', () => import('#shared/api/voices.ts')),
    ]);
    return voicesAnswerSchema.parse(await response.json());
  },
  // Who speaks, and what, may have changed meanwhile.
  refetchOnWindowFocus: 'always',
});

/** The server's catalogue of voices, and who speaks them. */
export function useVoices() {
  return useQuery(voicesQuery);
}
