import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';

interface AskedSpeaker {
  readonly voice: Voice;
  /** Provider id; by default the server chooses. */
  readonly provider?: string | undefined;
  /** Undefined if sign-in is not required. */
  readonly plan?: Plan | undefined;
}

/**
 * The speech engine for a call; the premium plan may also name premium providers for standard voices.
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
