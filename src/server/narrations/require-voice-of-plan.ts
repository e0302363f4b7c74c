import { CodedError } from '#shared/errors.ts';
import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';

/** @throws CodedError `forbidden` for a premium voice without the premium plan */
export function requireVoiceOfPlan(voice: Voice, plan: Plan | undefined): void {
  if (getVoicePlan(voice) === 'premium' && plan !== 'premium')
    throw new CodedError('forbidden', { message: `The voice ${voice} belongs to the premium plan.` });
}
