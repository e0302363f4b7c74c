import type { Plan } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import type { Request } from '../http/app-types.ts';
import type { QuotaSubject } from '../limits/daily-limits.ts';
import type { NarrationParts } from './narration-parts.ts';

/** Somebody who is signed in and wants something narrated. */
export interface Narrator {
  readonly plan: Plan;
  readonly subject: QuotaSubject;
}

/**
 * Who asks for a narration, by their session.
 * @throws CodedError `unauthorized` when nobody is signed in
 */
export async function requireNarrator(
  { accounts, plans }: Pick<NarrationParts, 'accounts' | 'plans'>,
  request: Request,
): Promise<Narrator> {
  const account = await accounts.requireAccount(request);
  const { plan } = await plans.findStatus(account);
  return { plan, subject: { id: account.uid, narrationsPerDay: plans.getNarrationsPerDay(plan) } };
}

/**
 * The voice, when the plan includes it.
 * @throws CodedError `forbidden` for a premium voice without the premium plan
 */
export function requireVoiceOfPlan(voice: Voice, plan: Plan): Voice {
  if (getVoicePlan(voice) === 'premium' && plan !== 'premium')
    throw new CodedError('forbidden', { message: `The voice ${voice} belongs to the premium plan.` });
  return voice;
}
