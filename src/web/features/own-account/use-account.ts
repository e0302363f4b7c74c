import { useQuery } from '@tanstack/react-query';
import { accountAnswerSchema } from '#shared/api/personal-data.ts';
import { callServer } from '../../lib/call-server.ts';

/** Whose account it is, and how its owner shows that it is theirs; undefined until the server has said so. */
export function useAccount(uid: string) {
  const { data } = useQuery({
    queryKey: ['account', uid],
    queryFn: async ({ signal }) => {
      const response = await callServer('/api/account', { signal });
      return accountAnswerSchema.parse(await response.json());
    },
  });
  return data;
}
