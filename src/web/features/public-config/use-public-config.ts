import { useQuery } from '@tanstack/react-query';
import { type ConfigAnswer, configAnswerSchema } from '#shared/api/config.ts';
import { callServer } from '../../lib/call-server.ts';

/** The server's public settings: its engines and limits. */
export function usePublicConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: async ({ signal }): Promise<ConfigAnswer> => {
      const response = await callServer('/api/config', { signal });
      return configAnswerSchema.parse(await response.json());
    },
  });
}
