import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { callServer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';

export const publicConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }): Promise<ConfigAnswer> => {
    const [response, { configAnswerSchema }] = await Promise.all([
      callServer(`/api/config${findOperatorKey()}`, { signal }),
      loadChunk('answers', () => import('#shared/api/config.ts')),
    ]);
    return configAnswerSchema.parse(await response.json());
  },
  // The engines may have changed: a provider came up, or lost a model.
  refetchOnWindowFocus: 'always',
});

/** The server's public settings: its engines and limits. */
export function usePublicConfig() {
  return useQuery(publicConfigQuery);
}

/** Of the link that the server's terminal prints. */
function findOperatorKey(): string {
  const key = new URLSearchParams(window.location.search).get('operator');
  return key ? `?${new URLSearchParams({ operator: key })}` : '';
}
