import { useQueryClient } from '@tanstack/react-query';
import { publicConfigQuery } from '../public-config/use-public-config.ts';
import { voicesQuery } from './use-voices.ts';

/**
 * Asks the server anew who looks, writes and speaks, after a call that may have shown it. What is known stays in the page
 * until the answer is there.
 */
export function useEngineRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const { queryKey } of [publicConfigQuery, voicesQuery])
      void queryClient.invalidateQueries({ queryKey });
  };
}
