import type { EngineVoice } from '#engines/ports.ts';
import type { ListedOwnVoice, OwnVoicesAnswer } from '#shared/api/voices.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { type Plan, plans } from '#shared/plans.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { type EngineRoles, findVoicePlan, listVoiceOwners } from '../choose-engines.ts';
import type { Candidate } from '../engine-roles/role.ts';

type Owner = Candidate<EngineRoles['speech'][Plan]['current']> & { readonly plan: Plan };

/** A first list of several pages takes a few seconds; engines cache it. */
const longestMs = 8000;

/**
 * The own voices of all providers that calls may name, those of the provider's account first. One that is slow or fails does not fail
 * the others. Costs nothing.
 * @throws CodedError `client_closed`
 */
export async function listOwnVoices(
  { speech }: Pick<EngineRoles, 'speech'>,
  signal: AbortSignal,
): Promise<OwnVoicesAnswer> {
  const owners = plans.flatMap(plan => listVoiceOwners(speech[plan]).map(owner => ({ ...owner, plan })));
  // Each in the lowest plan that has it.
  const distinct = owners.filter(({ id }, at) => owners.findIndex(each => each.id === id) === at);
  const lists = await Promise.all(distinct.map(owner => listVoices(owner, signal)));
  requireNotCancelled(signal);
  const voices = lists.flatMap(list => ('voices' in list ? list.voices : []));
  const isOfAccount = (voice: ListedOwnVoice) => voice.isOfAccount === true;
  return {
    voices: [...voices.filter(isOfAccount), ...voices.filter(voice => !isOfAccount(voice))],
    failures: lists.flatMap(list => ('failure' in list ? [list.failure] : [])),
  };
}

/** In a row, as `PROVIDER:ID  Anna: English; female, young, calm`. */
export function describeOwnVoice({ voice, name, languages, sex, age, tags, plan }: ListedOwnVoice): string {
  const traits = [sex, age, ...tags].filter(each => each !== undefined).join(', ');
  const facts = [languages.join(', '), traits, plan === 'premium' ? 'premium plan' : ''].filter(Boolean);
  return `${voice}  ${name}${facts.length > 0 ? `: ${facts.join('; ')}` : ''}`;
}

/**
 * A voice for a document, with what its provider says of it. One that is not listed may exist: it can be a mix, or of a library.
 * @throws CodedError `voice_gone` if its provider is not set up
 */
export async function describeVoice(
  engines: Pick<EngineRoles, 'speech'>,
  voice: ChosenVoice,
  signal: AbortSignal,
): Promise<ChosenVoice> {
  if (typeof voice === 'string') return voice;
  const plan = findVoicePlan(engines, voice);
  const owner = listVoiceOwners(engines.speech[plan]).find(({ id }) => id === voice.provider);
  const listed = owner && (await listVoices({ ...owner, plan }, signal));
  requireNotCancelled(signal);
  const found = listed && 'voices' in listed ? listed.voices.find(({ id }) => id === voice.id) : undefined;
  return found ? { ...voice, name: found.name, sex: found.sex, languages: found.languages } : voice;
}

async function listVoices({ id: provider, engine, plan }: Owner, signal: AbortSignal) {
  using limited = limitSignal(longestMs, signal, new CodedError('provider_timeout'));
  try {
    const voices = (await engine.listVoices?.(limited.signal)) ?? [];
    return { voices: voices.map(voice => describe(voice, provider, plan)) };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { message } = limited.isLate ? new CodedError('provider_timeout') : error;
    return { failure: { provider, message } };
  }
}

function describe(voice: EngineVoice, provider: string, plan: Plan): ListedOwnVoice {
  const { languages, tags, ...known } = voice;
  const named = { voice: toVoiceId({ provider, id: voice.id }), provider, plan };
  return { ...known, ...named, languages: [...languages], tags: [...tags] };
}
