import type { InputAudioTrack } from 'mediabunny';
import { type LanguageName, languages } from '#shared/languages.ts';
import type { SubtitleCue } from '#shared/narration/formats/subtitle-cue.ts';

/** What a track of subtitles or sound is for. */
export interface TrackRoles {
  /** It has only what is said in another language than that of the film, and what is written in it. */
  readonly isForced: boolean;
  /** It says what is seen. */
  readonly isDescription: boolean;
  readonly isCommentary: boolean;
  /** It has sounds and speakers, too. */
  readonly isForDeaf: boolean;
}

/** What a container says about a track of subtitles. */
export interface SubtitleTrack extends TrackRoles {
  readonly name: string;
  /** ISO 639 or BCP 47. */
  readonly languageCode: string;
  readonly isDefault: boolean;
}

const roleWords = {
  isForced: /\b(?:forced|signs?|songs?|lyrics|karaoke|foreign)\b|\bforc[ée]|\bforzad|\berzwung/iu,
  isDescription: /descri(?:ption|bed|ptive|bes-video)|main-desc|deskription|\bdvs\b|hörfilm|音声解説/iu,
  isCommentary: /comm?ent(?:ar|ator)|kommentar|解説/iu,
  isForDeaf: /\b(?:sdh|cc|captions?|hearing|deaf)\b|describes-music|gehörlos|hörgeschädigt|malentendant/iu,
} as const;
/** Such as "Dialogue, signs & songs". */
const allSaid = /\b(?:full|dialog|dialogue|complete)\b/iu;

/** By the words of a track's name, or by the names of roles in MP4 (DASH, HTML, Apple). */
export function readRoles(words: string): TrackRoles {
  const isMeant = (role: keyof TrackRoles) => roleWords[role].test(words);
  return {
    isForced: isMeant('isForced') && !allSaid.test(words),
    isDescription: isMeant('isDescription'),
    isCommentary: isMeant('isCommentary'),
    isForDeaf: isMeant('isForDeaf'),
  };
}

export interface ReadSubtitles {
  readonly track: SubtitleTrack;
  /** In seconds of the file. */
  readonly cues: readonly SubtitleCue[];
}

/** More than four hours of speech have; the rest is not read. */
export const maxCues = 50_000;
/** A longer text is none. */
export const maxCueBytes = 4096;

/**
 * The track of what is said: in the language of the sound rather than in another, by default rather than not, and for the hearing
 * rather than for the deaf; else the first.
 */
export function chooseSubtitleTrack<Track extends SubtitleTrack>(
  tracks: readonly Track[],
  soundLanguage?: string,
): Track | undefined {
  const wanted = toMainCode(soundLanguage ?? 'und');
  const judge = ({ languageCode, isDefault, isForDeaf }: Track) =>
    (toMainCode(languageCode) === wanted ? 4 : 0) + (isDefault ? 2 : 0) + (isForDeaf ? 0 : 1);
  return tracks
    .filter(({ isForced, isDescription, isCommentary }) => !isForced && !isDescription && !isCommentary)
    .sort((one, other) => judge(other) - judge(one))[0];
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

/** The sounds of a film, those to be heard first at the front, and those that talk about it: comments, and descriptions. */
export async function orderSounds(
  tracks: readonly InputAudioTrack[],
  roles: ReadonlyMap<number, TrackRoles> | undefined,
) {
  const judged = await Promise.all(
    tracks.map(async track => {
      const { default: isDefault, original, commentary, visuallyImpaired } = await track.getDisposition();
      const { isCommentary, isDescription } =
        roles?.get(track.id) ?? readRoles((await track.getName()) ?? '');
      const isAside = commentary || visuallyImpaired || isCommentary || isDescription;
      return { track, isAside, rank: (isDefault ? 2 : 0) + (original ? 1 : 0) };
    }),
  );
  const inOrder = judged.sort((one, other) => other.rank - one.rank);
  const list = (isAside: boolean) => inOrder.filter(each => each.isAside === isAside).map(each => each.track);
  return { main: list(false), asides: list(true) };
}
