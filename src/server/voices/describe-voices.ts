import type { SpeechEngine } from '#engines/ports.ts';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import { languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { SpeechRole } from '../engine-roles/speech-role.ts';

/** All voices as the page shows them, and what the engines do with them, as far as is known of them now. */
export function describeVoices({ speech }: Pick<EngineRoles, 'speech'>): VoicesAnswer {
  const [standard, ...otherStandard] = describeSpeakers(speech.standard);
  const [premium, ...otherPremium] = describeSpeakers(speech.premium);
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

function describeSpeakers(role: SpeechRole): [EngineOfVoices, ...EngineOfVoices[]] {
  const [first, ...others] = role.listAble();
  return [
    describeEngine(first.id, first.engine),
    ...others.map(({ id, engine }) => describeEngine(id, engine)),
  ];
}

function describeEngine(id: string, engine: SpeechEngine): EngineOfVoices {
  const borrowedVoices = languages.flatMap(language => {
    const support = engine.getLanguageSupport(language);
    return support.kind === 'borrowed' ? [{ language: language.name, spokenAs: support.from }] : [];
  });
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind === 'spoken');
  const { provider, hasPremiumVoices } = engine;
  const { name, isOffline } = provider;
  return {
    id,
    name,
    isOffline,
    hasPremiumVoices,
    languages: spoken.map(language => language.name),
    borrowedVoices,
  };
}
