import type { SpeechEngine } from '#engines/ports.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { workIdHeader } from '#shared/api/costs.ts';
import type { AskedVoice } from '#shared/api/fields.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Plan } from '#shared/plans.ts';
import { toVoiceId } from '#shared/voices.ts';
import { type EngineRoles, findVoicePlan } from '../choose-engines.ts';
import type { Reply } from '../http/app-types.ts';
import type { AdmittedCall, NarrationParts } from './narration-parts.ts';

interface AskedSpeaker {
  /** By default detected. */
  readonly language?: LanguageName | undefined;
  readonly voice: AskedVoice;
  /** Provider id; by default the server chooses. */
  readonly provider?: string | undefined;
  /** Undefined if sign-in is not required. */
  readonly plan?: Plan | undefined;
}

/**
 * Chooses language and engine for a text to speak, and begins the work that pays for it and measures the voice.
 * @throws CodedError `bad_request` for a provider that plan and configuration do not allow, `client_closed`
 */
export async function beginSpeaking(
  { costs, engines, speechRates }: NarrationParts,
  reply: Reply,
  { account, asked, subject, use }: AdmittedCall<AskedSpeaker>,
  text: string,
) {
  const language = asked.language ? getLanguage(asked.language) : await detectLanguage(text);
  const speaker = await chooseSpeaker(engines, asked, language, reply.request.work);
  const work = costs.begin(use, account);
  if (account) reply.header(workIdHeader, work.id);
  const measured = { voice: toVoiceId(asked.voice), language: language.name, engine: speaker };
  const measurer = account && speechRates.measure(measured, subject);
  return { language: language.name, speech: work.speech(speaker), work, measured, measurer };
}

/** The premium plan may also name premium providers for standard voices. */
function chooseSpeaker(
  engines: Pick<EngineRoles, 'speech'>,
  { voice, provider, plan }: AskedSpeaker,
  language: Language,
  signal: AbortSignal,
): Promise<SpeechEngine> {
  const { speech } = engines;
  const role = speech[findVoicePlan(engines, voice)];
  if (typeof voice !== 'string') return role.chooseFor(language, signal, voice.provider);
  const isOwn = role.candidates.some(each => each.id === provider && role.isSelectable(each));
  const isOfPremium = plan === 'premium' && provider !== undefined && !isOwn;
  return (isOfPremium ? speech.premium : role).chooseFor(language, signal, provider);
}

/** @throws CodedError `forbidden` for a premium voice without the premium plan */
export function requireVoiceOfPlan(
  engines: Pick<EngineRoles, 'speech'>,
  voice: AskedVoice,
  plan: Plan | undefined,
): void {
  if (findVoicePlan(engines, voice) === 'premium' && plan !== 'premium')
    throw new CodedError('forbidden', {
      message: fill(narrationErrors.premiumVoice, { voice: typeof voice === 'string' ? voice : voice.id }),
    });
}
