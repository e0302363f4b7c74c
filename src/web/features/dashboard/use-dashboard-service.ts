import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeSession, useRefreshSession } from '../session/session.ts';
import type { NarrationService } from '../studio/narration-service.ts';
import { createDashboardService } from './dashboard-service.ts';

/** The dashboard's service, which keeps the number of narrations left up to date. */
export function useDashboardService(onSessionEnded: () => void): NarrationService {
  const queryClient = useQueryClient();
  const refreshSession = useRefreshSession();
  const latest = useRef({ onSessionEnded, refreshSession });
  latest.current = { onSessionEnded, refreshSession };
  const [service] = useState(() =>
    createDashboardService({
      onSessionEnded: () => latest.current.onSessionEnded(),
      onCounted: left =>
        void changeSession(queryClient, me => me && { ...me, narrations: { ...me.narrations, ...left } }),
      // When it cannot be asked now, the number stays until the next narration.
      onNotCounted: () => void latest.current.refreshSession().catch(() => {}),
    }),
  );
  return service;
}
