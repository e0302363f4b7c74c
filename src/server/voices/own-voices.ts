import type { SpeechEngine } from '#engines/ports.ts';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { type Language, languages } from '#shared/languages.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';

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
