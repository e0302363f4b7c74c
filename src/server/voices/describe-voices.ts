import type { SpeechEngine } from '#engines/ports.ts';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import { type Language, languages } from '#shared/languages.ts';
import type { Plan } from '#shared/plans.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Candidate } from '../engine-roles/role.ts';
import type { SpeechRole } from '../engine-roles/speech-role.ts';

/** All voices for the page, with what is known of their engines. */
export function describeVoices({ speech }: Pick<EngineRoles, 'speech'>): VoicesAnswer {
  const [standard, ...otherStandard] = describeSpeakers(speech.standard, 'standard');
  const [premium, ...otherPremium] = describeSpeakers(speech.premium, 'premium');
  return {
    engines: { standard, premium },
    others: { standard: otherStandard, premium: otherPremium },
    voices: voiceCatalogue.map(({ name, plan, tags }) => ({
      name,
      plan,
      description: tags.join(' '),
      audioSrc: `/api/voices/${encodeURIComponent(name)}/sample.mp3`,
    })),
  };
}

function describeSpeakers(role: SpeechRole, plan: Plan): [EngineOfVoices, ...EngineOfVoices[]] {
  const [first, ...others] = role.listAble();
  const describeOther = (candidate: Candidate<SpeechEngine>): EngineOfVoices => ({
    ...describeEngine(candidate, plan),
    ...(!role.isSelectable(candidate) && { isReserved: true }),
  });
  return [describeEngine(first, plan), ...others.map(describeOther)];
}

function describeEngine({ id, engine }: Candidate<SpeechEngine>, plan: Plan): EngineOfVoices {
  const borrowedVoices = languages.flatMap(language => {
    const support = engine.getLanguageSupport(language);
    return support.kind === 'borrowed' ? [{ language: language.name, spokenAs: support.from }] : [];
  });
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind === 'spoken');
  const { provider, hasPremiumVoices } = engine;
  const { name, isOffline, isLocal } = provider;
  return {
    id,
    name,
    isOffline,
    ...(isLocal && { isLocal }),
    hasPremiumVoices,
    ...countVoices(engine, plan),
    ownVoices: listOwnVoices(engine, listVoices(plan)),
    languages: spoken.map(language => language.name),
    borrowedVoices,
  };
}

/** How many distinct voices an engine has for a plan, and how many of them are only in that plan. */
function countVoices(engine: SpeechEngine, plan: Plan) {
  const speakers = new Set(listVoices(plan).map(voice => engine.getSpeaker(voice)));
  if (plan === 'standard') return { differentVoices: speakers.size, unsharedVoices: speakers.size };
  const free = new Set(standardVoices.map(voice => engine.getSpeaker(voice)));
  return {
    differentVoices: speakers.size,
    unsharedVoices: [...speakers].filter(speaker => !free.has(speaker)).length,
  };
}

function listVoices(plan: Plan): Voice[] {
  return voiceCatalogue.filter(voice => voice.plan === plan).map(({ name }) => name);
}

/** The engine's own voices behind some of ours, by language; those with the same name are left out. Empty for the offline engine. */
export function listOwnVoices(engine: SpeechEngine, voices: readonly Voice[]): EngineOfVoices['ownVoices'] {
  if (engine.provider.isOffline) return [];
  return groupByVoices(engine).flatMap(group => {
    const [first] = group;
    const names = voices.flatMap(voice => {
      const name = first && engine.getSpeaker(voice, first);
      return name === undefined || name === voice ? [] : [[voice, name]];
    });
    if (names.length === 0) return [];
    return [{ languages: group.map(({ name }) => name), names: Object.fromEntries(names) }];
  });
}

/** Languages that share the voices behind the five standard ones share all: this is how engines choose. */
function groupByVoices(engine: SpeechEngine): Language[][] {
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind !== 'unlisted');
  const groups = Map.groupBy(spoken, language =>
    JSON.stringify(standardVoices.map(voice => engine.getSpeaker(voice, language))),
  );
  return [...groups.values()];
}
