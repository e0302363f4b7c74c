import type { PremiumVoice } from '#shared/premium-voices.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { type StandardVoice, standardVoices, type Voice } from '#shared/voices.ts';
import { addPaces, type Paced } from '../paces.ts';
import { listWishedNames, standardGenders } from './known-voices.ts';
import type { Gender, ServerVoice } from './speech-server.ts';

export type Assignment = Paced<ServerVoice>;

export type Assignments = ReadonlyMap<Voice, Assignment>;

/**
 * Gives each of our 46 names a voice: the one that is known to suit it, else the best by rank of the same gender. The free names
 * come first and take different ones as long as there are; a premium name takes one that no free name has, as long as there is one of its
 * gender. Those that share one speak at different paces.
 * @param voices of one language, at least one
 */
export function assignVoices(voices: readonly ServerVoice[]): Assignments {
  const ranked = voices.toSorted((a, b) => b.quality - a.quality);
  const chosen = new Map<Voice, ServerVoice>();
  const taken = new Map<ServerVoice, number>();
  const take = (name: Voice, voice: ServerVoice) => {
    chosen.set(name, voice);
    taken.set(voice, (taken.get(voice) ?? 0) + 1);
  };
  for (const name of standardVoices) {
    const wished = findWished(name, ranked);
    if (wished && !taken.has(wished)) take(name, wished);
  }
  // Those that must be a man or a woman come before the one that may be either.
  for (const name of standardVoices.toSorted(
    (a, b) => Number(!standardGenders[a]) - Number(!standardGenders[b]),
  ))
    if (!chosen.has(name)) take(name, pick(ranked, standardGenders[name], taken));
  const free = new Set(taken.keys());
  const others = ranked.filter(voice => !free.has(voice));
  for (const name of premiumVoices) {
    const gender = premiumGenders.get(name);
    const wished = findWished(name, others);
    take(name, wished ?? pick(others.some(voice => fits(voice, gender)) ? others : ranked, gender, taken));
  }
  return addPaces(chosen);
}

function findWished(name: Voice, voices: readonly ServerVoice[]): ServerVoice | undefined {
  for (const wished of listWishedNames(name)) {
    const found = voices.find(voice => voice.name === wished);
    if (found) return found;
  }
  return undefined;
}

/** Of those of the gender, else those that may have it, the first by rank of those that speak for the fewest of ours. */
function pick(
  ranked: readonly ServerVoice[],
  gender: Gender | undefined,
  taken: ReadonlyMap<ServerVoice, number>,
): ServerVoice {
  const same = ranked.filter(voice => voice.gender === gender);
  const fitting = ranked.filter(voice => fits(voice, gender));
  const [first, ...rest] = [same, fitting, ranked].find(voices => gender && voices.length > 0) ?? ranked;
  if (!first) throw new RangeError('A server without voices speaks for nobody.');
  const count = (voice: ServerVoice) => taken.get(voice) ?? 0;
  return rest.reduce((best, voice) => (count(voice) < count(best) ? voice : best), first);
}

/** A voice of which the gender is not known fits everybody. */
function fits(voice: ServerVoice, gender: Gender | undefined): boolean {
  return voice.gender === undefined || gender === undefined || voice.gender === gender;
}

const premiumGenders: ReadonlyMap<PremiumVoice | StandardVoice, Gender> = new Map(
  voiceCatalogue.map(({ name, tags }) => [name, tags.includes('female') ? 'female' : 'male']),
);
