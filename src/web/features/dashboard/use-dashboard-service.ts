import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Cost } from '#shared/api/costs.ts';
import { changeSession, useRefreshSession } from '../session/session.ts';
import type { NarrationService } from '../studio/narration-service.ts';
import type { Work } from '../studio/narration-state.ts';
import { findWorkCost } from './costs-query.ts';
import { createDashboardService } from './dashboard-service.ts';

/** What the last work of each kind cost; null where that says nothing of money. */
type LastCosts = Partial<Record<Work, Cost | null>>;

/** The dashboard's service, which keeps the number of narrations left up to date, and what the last work cost. */
export function useDashboardService(onSessionEnded: () => void): {
  readonly service: NarrationService;
  readonly lastCosts: LastCosts;
} {
  const queryClient = useQueryClient();
  const refreshSession = useRefreshSession();
  const latest = useRef({ onSessionEnded, refreshSession });
  latest.current = { onSessionEnded, refreshSession };
  const [lastCosts, setLastCosts] = useState<LastCosts>({});
  const noteCost = (work: Work, cost: Cost | null) => setLastCosts(costs => ({ ...costs, [work]: cost }));
  const [service] = useState(() =>
    createDashboardService({
      onSessionEnded: () => latest.current.onSessionEnded(),
      onCounted: left =>
        void changeSession(queryClient, me => me && { ...me, narrations: { ...me.narrations, ...left } }),
      // When it cannot be asked now, the number stays until the next narration.
      onNotCounted: () => void latest.current.refreshSession().catch(() => {}),
      onWritten: cost => noteCost('script', cost ?? null),
      onSpoken: async workId => noteCost('audio', workId === null ? null : await findWorkCost(workId)),
    }),
  );
  return { service, lastCosts };
}
