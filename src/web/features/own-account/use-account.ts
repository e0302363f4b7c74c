import { useQuery } from '@tanstack/react-query';
import { accountAnswerSchema } from '#shared/api/personal-data.ts';
import { callServer } from '../../lib/call-server.ts';

/** The account, and how its owner confirms it; undefined until the server has responded. */
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
