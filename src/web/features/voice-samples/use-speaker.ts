import type { EngineOfVoices } from '#shared/api/voices.ts';
import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { useVoices } from './use-voices.ts';

export interface Speaker extends EngineOfVoices {
  /** It speaks in place of a premium voice that this server does not have. */
  readonly isStandIn: boolean;
}

/**
 * Who speaks a voice; undefined until the server has said so.
 * @param plan whose voices are meant as long as none is chosen
 */
export function useSpeaker(voice: Voice | undefined, plan: Plan): Speaker | undefined {
  const { data } = useVoices();
  if (!data) return undefined;
  const { standard, premium } = data.engines;
  const isPremium = (voice ? getVoicePlan(voice) : plan) === 'premium';
  return { ...(isPremium ? premium : standard), isStandIn: isPremium && !premium.hasPremiumVoices };
}
