import { useEffect, useEffectEvent, useState } from 'react';
import type { Plan } from '#shared/plans.ts';
import { isWorkRunning } from '../../lib/running-work.ts';
import { useRefreshSession } from '../session/session.ts';

/** Between two questions whether the plan is still the same, of a dashboard that is looked at. */
const usualMs = 60_000;

/** Whoever has gone to buy the plan waits for it: the payment provider tells us within seconds. */
const expectantMs = 5000;
const expectantForMs = 15 * 60_000;

/**
 * Asks the server now and then who the person is, so that a plan that was bought or has ended shows by itself. Coming
 * back to the tab asks at once (see session.ts); running work is left in peace.
 * @returns to be called when the person goes to buy the plan
 */
export function usePlanWatch(plan: Plan): () => void {
  const refreshSession = useRefreshSession();
  const [expectedAt, setExpectedAt] = useState<number>();
  const isExpected = plan === 'standard' && expectedAt !== undefined;
  const look = useEffectEvent(() => {
    if (isExpected && Date.now() > expectedAt + expectantForMs) setExpectedAt(undefined);
    // What fails now is asked again by the next look.
    if (document.visibilityState === 'visible' && !isWorkRunning()) refreshSession().catch(() => {});
  });
  useEffect(() => {
    const timer = setInterval(look, isExpected ? expectantMs : usualMs);
    return () => clearInterval(timer);
  }, [isExpected]);
  return () => setExpectedAt(Date.now());
}
