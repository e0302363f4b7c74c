import { queryOptions, useQuery } from '@tanstack/react-query';
import { type OwnVoicesAnswer, ownVoicesAnswerSchema } from '#shared/api/voices.ts';
import { callServer } from '../../lib/call-server.ts';

/** The voices of all providers under their own names; asked again when a list is opened after five minutes. */
export const ownVoicesQuery = queryOptions({
  queryKey: ['voices', 'own'],
  queryFn: async ({ signal }): Promise<OwnVoicesAnswer> => {
    const response = await callServer('/api/voices/own', { signal });
    return ownVoicesAnswerSchema.parse(await response.json());
  },
  staleTime: 5 * 60_000,
});

export function useOwnVoices() {
  return useQuery(ownVoicesQuery);
}
