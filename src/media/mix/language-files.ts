import type { Language } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { type PicturePause, toOriginalCues } from '#shared/script/picture-pauses.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';

/** What is exported in one language. */
export interface LanguageFolder<Sound> {
  readonly language: Language;
  readonly isDescription: boolean;
  /** In seconds of its sound or video; none where no times are known. */
  readonly cues: readonly SpokenCue[];
  /** Of the video in it; none where every line has room. */
  readonly pauses: readonly PicturePause[];
  /** Of its texts. */
  readonly marks: Marks | undefined;
  /** Its sound, or the video with it, under the ending of its name; undefined until all of it is spoken. */
  readonly made: { readonly ending: string; readonly input: Sound } | undefined;
}

export interface ExportedLanguages {
  /** Of all names, such as "cars". */
  readonly stem: string;
  /** The text of the project file. */
  readonly project: string;
}

/**
 * The files of a narration in several languages: the project file, and a folder a language, which is named by its BCP 47 tag:
 *
 *     cars.benshi.json
 *     fr/cars.fr.mp4, or .webm, .mkv, .mp3
 *     fr/cars.fr.srt
 *     fr/cars.fr.vtt
 *     fr/cars.fr.descriptions.vtt, of an audio description
 *
 * Where that one pauses the video, its descriptions are for the original, and named so: `cars.fr.original.descriptions.vtt`.
 * A second narration in the same language has the folder `fr-2`.
 * @param folders each is asked for once the files of the one before were read
 */
export async function* listLanguageFiles<Sound>(
  { stem, project }: ExportedLanguages,
  folders: AsyncIterable<LanguageFolder<Sound>>,
): AsyncGenerator<{ readonly name: string; readonly input: Sound | string }, void, undefined> {
  yield { name: `${stem}.benshi.json`, input: project };
  const counts = new Map<string, number>();
  for await (const { language, isDescription, cues, pauses, marks, made } of folders) {
    const count = (counts.get(language.code) ?? 0) + 1;
    counts.set(language.code, count);
    const tag = count === 1 ? language.code : `${language.code}-${count}`;
    const name = (ending: string) => `${tag}/${stem}.${tag}.${ending}`;
    if (made) yield { name: name(made.ending), input: made.input };
    if (cues.length === 0) continue;
    yield { name: name('srt'), input: writeSrt(cues, language) };
    yield { name: name('vtt'), input: writeVtt(cues, language, marks) };
    if (!isDescription) continue;
    const ending = pauses.length > 0 ? 'original.descriptions.vtt' : 'descriptions.vtt';
    yield { name: name(ending), input: writeDescriptions(toOriginalCues(cues, pauses), language, marks) };
  }
}
