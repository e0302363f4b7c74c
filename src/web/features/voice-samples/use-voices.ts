import { queryOptions, useQuery } from '@tanstack/react-query';
import { type VoicesAnswer, voicesAnswerSchema } from '#shared/api/voices.ts';
import { callServer } from '../../lib/call-server.ts';

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: async ({ signal }): Promise<VoicesAnswer> => {
    const response = await callServer('/api/voices', { signal });
    return voicesAnswerSchema.parse(await response.json());
  },
  // Who speaks, and what, may have changed meanwhile.
  refetchOnWindowFocus: 'always',
});

/** The server's catalogue of voices, and who speaks them. */
export function useVoices() {
  return useQuery(voicesQuery);
}
