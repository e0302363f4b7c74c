import { useQuery } from '@tanstack/react-query';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { callServer } from '../../lib/call-server.ts';

/** The server's catalogue of voices, and who speaks them. */
export function useVoices() {
  return useQuery({
    queryKey: ['voices'],
    queryFn: async ({ signal }) => {
      const response = await callServer('/api/voices', { signal });
      return voicesAnswerSchema.parse(await response.json());
    },
  });
}
