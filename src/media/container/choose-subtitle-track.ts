import { type LanguageName, languages } from '#shared/languages.ts';
import type { SubtitleCue } from '#shared/narration/formats/subtitle-cue.ts';

/** What a container says about a track of subtitles. */
export interface SubtitleTrack {
  readonly name: string;
  /** ISO 639 or BCP 47. */
  readonly languageCode: string;
  readonly isDefault: boolean;
  /** It has only what is said in another language than that of the film. */
  readonly isForced: boolean;
  /** It says what is seen. */
  readonly isDescription: boolean;
}

export interface ReadSubtitles {
  readonly track: SubtitleTrack;
  /** In seconds of the file. */
  readonly cues: readonly SubtitleCue[];
}

/** More than four hours of speech have; the rest is not read. */
export const mostCues = 50_000;
/** A longer text is none. */
export const mostCueBytes = 4096;

/** The default track of what is said, else the first. */
export function chooseSubtitleTrack<Track extends SubtitleTrack>(
  tracks: readonly Track[],
): Track | undefined {
  const usable = tracks.filter(({ isForced, isDescription }) => !isForced && !isDescription);
  return usable.find(({ isDefault }) => isDefault) ?? usable[0];
}

/** @returns undefined for a language that is none of ours */
export function findTrackLanguage(code: string): LanguageName | undefined {
  const wanted = toMainCode(code);
  return languages.find(language => toMainCode(language.code) === wanted)?.name;
}

/** The shortest code of a language, without region and script: `ger`, `deu` and `de-AT` are `de`. */
function toMainCode(code: string): string | undefined {
  try {
    const [main] = (Intl.getCanonicalLocales(code.trim())[0] ?? '').split('-');
    return main === 'no' ? 'nb' : main;
  } catch {
    return undefined;
  }
}
