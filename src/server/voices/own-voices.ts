import type { EngineVoice } from '#engines/ports.ts';
import type { ListedOwnVoice, OwnVoicesAnswer } from '#shared/api/voices.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { type Plan, plans } from '#shared/plans.ts';
import { toVoiceId } from '#shared/voices.ts';
import { type EngineRoles, listVoiceOwners } from '../choose-engines.ts';
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
