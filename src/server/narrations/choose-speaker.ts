import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';

/** What a call says of who shall speak. */
interface AskedSpeaker {
  readonly voice: Voice;
  /** Whom it names; left out, the server chooses. */
  readonly provider?: string | undefined;
  /** Undefined where nobody need be signed in. */
  readonly plan?: Plan | undefined;
}

/**
 * Who speaks what a call asks for: the premium plan may name providers of the premium voices for standard ones, too.
 * @throws CodedError `bad_request` for a provider that plan and configuration do not allow, `client_closed`
 */
export function chooseSpeaker(
  { speech }: Pick<EngineRoles, 'speech'>,
  { voice, provider, plan }: AskedSpeaker,
  language: Language,
  signal: AbortSignal,
): Promise<SpeechEngine> {
  const role = speech[getVoicePlan(voice)];
  const isOwn = role.candidates.some(each => each.id === provider && role.isSelectable(each));
  const isOfPremium = plan === 'premium' && provider !== undefined && !isOwn;
  return (isOfPremium ? speech.premium : role).chooseFor(language, signal, provider);
}

/** @throws CodedError `forbidden` for a premium voice without the premium plan */
export function requireVoiceOfPlan(voice: Voice, plan: Plan | undefined): void {
  if (getVoicePlan(voice) === 'premium' && plan !== 'premium')
    throw new CodedError('forbidden', { message: fill(narrationErrors.premiumVoice, { voice }) });
}
