import { useQuery } from '@tanstack/react-query';
import { accountAnswerSchema } from '#shared/api/personal-data.ts';
import { getAnswer } from '../../lib/call-server.ts';

/** The account, and how its owner confirms it; undefined until the server has responded. */
export function useAccount(uid: string) {
  const { data } = useQuery({
    queryKey: ['account', uid],
    queryFn: ({ signal }) => getAnswer('/api/account', accountAnswerSchema, signal),
  });
  return data;
}
