import { type Cost, type CostsAnswer, costsAnswerSchema } from '#shared/api/costs.ts';
import { callServer } from '../../lib/call-server.ts';

/** What the person's narrations cost this month; asked anew by everybody who shows it. */
export function costsQuery(uid: string) {
  return {
    queryKey: ['costs', uid],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchCosts('', signal),
    staleTime: 0,
  };
}

/** What one work cost; null where that is not known. Never fails: nobody waits for it. */
export async function findWorkCost(workId: string): Promise<Cost | null> {
  try {
    return (await fetchCosts(`?work=${workId}`)).work;
  } catch {
    return null;
  }
}

async function fetchCosts(query: string, signal?: AbortSignal): Promise<CostsAnswer> {
  const response = await callServer(`/api/account/costs${query}`, signal ? { signal } : {});
  return costsAnswerSchema.parse(await response.json());
}
