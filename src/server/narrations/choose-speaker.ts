import { detectLanguage } from '#narration/detect-language.ts';
import type { Speaker } from '#narration/speaker.ts';
import { workIdHeader } from '#shared/api/costs.ts';
import type { AskedVoice } from '#shared/api/fields.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Plan } from '#shared/plans.ts';
import type { Pronunciation } from '#shared/pronunciations.ts';
import type { Manner } from '#shared/speech.ts';
import { toVoiceId } from '#shared/voices.ts';
import { chooseForVoice, type EngineRoles, findVoicePlan } from '../choose-engines.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { requireListed } from '../voices/own-voices.ts';
import type { AdmittedCall, NarrationParts } from './narration-parts.ts';

interface AskedVoicing {
  readonly voice: AskedVoice;
  /** Provider id of a preset; by default the server chooses. */
  readonly provider?: string | undefined;
  readonly manner?: Manner | undefined;
}

/** How some lines are spoken: what it leaves out is as for the others. */
export interface AskedDelivery extends Omit<AskedVoicing, 'voice'> {
  /** Their indices. */
  readonly lines: readonly number[];
  readonly voice?: AskedVoice | undefined;
}

interface AskedSpeaker extends AskedVoicing {
  /** By default detected. */
  readonly language?: LanguageName | undefined;
  readonly deliveries?: readonly AskedDelivery[] | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Undefined if sign-in is not required. */
  readonly plan?: Plan | undefined;
}

/** A voice of a call; its engine is metered. */
export interface ChosenSpeaker extends Speaker {
  readonly voice: AskedVoice;
}

/**
 * Chooses language and engines for a text to speak, one for each voice, and begins the work that pays for it.
 * @throws CodedError `bad_request` for a provider that plan and configuration do not allow, `client_closed`
 */
export async function beginSpeaking(
  { costs, engines }: NarrationParts,
  reply: Reply,
  { account, asked, use }: AdmittedCall<AskedSpeaker>,
  text: string,
) {
  const language = asked.language ? getLanguage(asked.language) : await detectLanguage(text);
  const work = costs.begin(use, account);
  if (account) reply.header(workIdHeader, work.id);
  const voices = new Map<string, ChosenSpeaker>();
  const find = async ({ voice, provider, manner }: AskedVoicing): Promise<ChosenSpeaker> => {
    const key = JSON.stringify([toVoiceId(voice), provider]);
    const known = voices.get(key);
    if (known) return { ...known, manner };
    const wanted = { voice, provider, plan: asked.plan };
    const engine = await chooseEngine(engines, wanted, language, reply.request.work);
    const speaker = { speech: work.speech(engine), voice };
    voices.set(key, speaker);
    return { ...speaker, manner };
  };
  const main = await find(asked);
  const ofLines = new Map<number, ChosenSpeaker>();
  for (const { lines, voice, provider, manner } of asked.deliveries ?? []) {
    const speaker = await find({
      voice: voice ?? asked.voice,
      provider: provider ?? asked.provider,
      manner: manner ?? asked.manner,
    });
    for (const line of lines) ofLines.set(line, speaker);
  }
  return {
    language: language.name,
    work,
    /** For all that has no line. */
    main,
    getSpeaker: (index: number) => ofLines.get(index) ?? main,
  };
}

/** The premium plan may also name premium providers for standard voices. */
function chooseEngine(
  engines: Pick<EngineRoles, 'speech'>,
  { voice, provider, plan }: Omit<AskedSpeaker, 'language'>,
  language: Language,
  signal: AbortSignal,
) {
  const { standard, premium } = engines.speech;
  const isOwn = standard.candidates.some(each => each.id === provider && standard.isSelectable(each));
  const isOfPremium = plan === 'premium' && typeof voice === 'string' && provider !== undefined && !isOwn;
  if (isOfPremium) return premium.chooseFor(language, signal, provider);
  return chooseForVoice(engines, { voice, language, provider }, signal);
}

/** @throws CodedError `forbidden` for a premium voice without the premium plan; `voice_gone` also for one that is not for whoever asks */
export async function requireVoices(
  { engines, accounts }: Pick<NarrationParts, 'engines' | 'accounts'>,
  request: Request,
  { voice: main, deliveries = [] }: Pick<AskedSpeaker, 'voice' | 'deliveries'>,
  plan: Plan | undefined,
): Promise<void> {
  const voices = [main, ...deliveries.flatMap(each => each.voice ?? [])];
  for (const voice of voices)
    if (findVoicePlan(engines, voice) === 'premium' && plan !== 'premium')
      throw new CodedError('forbidden', {
        message: fill(narrationErrors.premiumVoice, { voice: getAskedName(voice) }),
      });
  if (voices.every(voice => typeof voice === 'string') || (await accounts.mayUseAllVoices(request))) return;
  await requireListed(engines, voices, request.work);
}

/** @throws CodedError `too_large` */
export function requireShort(script: string): void {
  if (script.length <= maxScriptCharacters) return;
  throw new CodedError('too_large', {
    message: fill(narrationErrors.scriptTooLongToSpeak, { limit: maxScriptCharacters }),
  });
}

/** What a call knows of a voice's name. */
export function getAskedName(voice: AskedVoice): string {
  return typeof voice === 'string' ? voice : voice.id;
}
