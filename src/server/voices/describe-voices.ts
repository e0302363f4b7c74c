import type { SpeechEngine } from '#engines/ports.ts';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import { languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import type { ChosenEngines } from '../choose-engines.ts';

/** All voices as the page shows them, and what the engines in use do with them. */
export function describeVoices({ speech }: Pick<ChosenEngines, 'speech'>): VoicesAnswer {
  return {
    engines: { standard: describeEngine(speech.standard), premium: describeEngine(speech.premium) },
    voices: voiceCatalogue.map(({ name, plan, tags }) => ({
      name,
      plan,
      description: tags.join(' '),
      audioSrc: `/api/voices/${encodeURIComponent(name)}/sample.mp3`,
    })),
  };
}

function describeEngine(engine: SpeechEngine): EngineOfVoices {
  const borrowedVoices = languages.flatMap(language => {
    const support = engine.getLanguageSupport(language);
    return support.kind === 'borrowed' ? [{ language: language.name, spokenAs: support.from }] : [];
  });
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind === 'spoken');
  const { provider, hasPremiumVoices } = engine;
  const { name, isOffline } = provider;
  return {
    name,
    isOffline,
    hasPremiumVoices,
    languages: spoken.map(language => language.name),
    borrowedVoices,
  };
}
