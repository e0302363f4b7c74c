import type { AskedVoice } from '#shared/api/fields.ts';
import type { ListedOwnVoice, OwnVoicesAnswer } from '#shared/api/voices.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { type Plan, plans } from '#shared/plans.ts';
import { type ChosenVoice, listMixed, toVoiceId } from '#shared/voices.ts';
import { type EngineRoles, listVoiceOwners } from '../choose-engines.ts';
import type { Candidate } from '../engine-roles/role.ts';

type Speaking = Pick<EngineRoles, 'speech'>;
type Owner = Candidate<EngineRoles['speech'][Plan]['current']> & { readonly plan: Plan };

/** A first list of several pages takes a few seconds; engines cache it. */
const longestMs = 8000;

/**
 * The own voices of all providers that calls may name, those of the provider's account first. One that is slow or fails does not fail
 * the others. Costs nothing.
 * @param mayUseAll with private ones
 * @throws CodedError `client_closed`
 */
export async function listOwnVoices(
  engines: Speaking,
  signal: AbortSignal,
  mayUseAll = true,
): Promise<OwnVoicesAnswer> {
  const owners = listOwners(engines);
  // Each in the lowest plan that has it.
  const distinct = owners.filter(({ id }, at) => owners.findIndex(each => each.id === id) === at);
  const lists = await Promise.all(distinct.map(owner => listVoices(owner, signal, mayUseAll)));
  requireNotCancelled(signal);
  const voices = lists.flatMap(list => list.voices ?? []);
  const isOfAccount = (voice: ListedOwnVoice) => voice.isOfAccount === true;
  return {
    voices: [...voices.filter(isOfAccount), ...voices.filter(voice => !isOfAccount(voice))],
    failures: lists.flatMap(list => list.failure ?? []),
  };
}

/** In a row, as `PROVIDER:ID  Anna: English; female, young, calm`. */
export function describeOwnVoice({ voice, name, languages, sex, age, tags, plan }: ListedOwnVoice): string {
  const traits = [sex, age, ...tags].filter(each => each !== undefined).join(', ');
  const facts = [languages.join(', '), traits, plan === 'premium' ? 'premium plan' : ''].filter(Boolean);
  return `${voice}  ${name}${facts.length > 0 ? `: ${facts.join('; ')}` : ''}`;
}

/**
 * Refuses own voices that are not in the list for everybody. No provider is asked for more than its list.
 * @throws CodedError `voice_gone`, whether there is such a voice or not; `provider_unavailable` without a list; `client_closed`
 */
export async function requireListed(engines: Speaking, voices: readonly AskedVoice[], signal: AbortSignal) {
  for (const voice of voices.filter(each => typeof each !== 'string')) {
    const owner = requireOwner(engines, voice.provider);
    const { voices: listed = [], failure } = await listVoices(owner, signal, false);
    requireNotCancelled(signal);
    if (failure)
      throw new CodedError('provider_unavailable', { message: failure.message, costsNothing: true });
    const has = (id: string) => listed.some(each => each.id === id);
    const mixed = owner.engine.mixesVoices ? listMixed(voice.id) : [];
    if (!has(voice.id) && !(mixed.length > 0 && mixed.every(has)))
      throw new CodedError('voice_gone', { costsNothing: true });
  }
}

/**
 * A voice for a document, with what its provider says of it. One that is not listed may exist: it can be a mix, or of a library.
 * @throws CodedError `voice_gone` if its provider is not set up
 */
export async function describeVoice(
  engines: Speaking,
  voice: ChosenVoice,
  signal: AbortSignal,
  mayUseAll = true,
): Promise<ChosenVoice> {
  if (typeof voice === 'string') return voice;
  const { voices } = await listVoices(requireOwner(engines, voice.provider), signal, mayUseAll);
  requireNotCancelled(signal);
  const found = voices?.find(({ id }) => id === voice.id);
  return found ? { ...voice, name: found.name, sex: found.sex, languages: found.languages } : voice;
}

function listOwners({ speech }: Speaking): Owner[] {
  return plans.flatMap(plan => listVoiceOwners(speech[plan]).map(owner => ({ ...owner, plan })));
}

function requireOwner(engines: Speaking, provider: string): Owner {
  const owner = listOwners(engines).find(({ id }) => id === provider);
  if (!owner) throw new CodedError('voice_gone', { costsNothing: true });
  return owner;
}

async function listVoices({ id: provider, engine, plan }: Owner, signal: AbortSignal, mayUseAll: boolean) {
  using limited = limitSignal(longestMs, signal, new CodedError('provider_timeout'));
  try {
    const all = (await engine.listVoices?.(limited.signal)) ?? [];
    const voices = all.filter(({ isOfAccount }) => mayUseAll || !isOfAccount);
    const describe = (id: string) => ({ voice: toVoiceId({ provider, id }), provider, plan });
    return { voices: voices.map(voice => ({ ...voice, ...describe(voice.id) })) };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { message } = limited.isLate ? new CodedError('provider_timeout') : error;
    return { failure: { provider, message } };
  }
}
