import { basename, dirname, extname, join } from 'node:path';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import type { Deliveries, NarrateOptions } from './options.ts';

/**
 * The files of a translation: `narration.mp3` is `narration.fr.mp3`. The video and the zip are for all
 * languages, and what is said in the video is not translated.
 */
export function nameByLanguage(
  { video, mix, music, allPath, ...paths }: Deliveries,
  language: LanguageName,
): Deliveries {
  const { code } = getLanguage(language);
  const addCode = (path: string) => {
    const ending = extname(path);
    return join(dirname(path), `${basename(path, ending)}.${code}${ending}`);
  };
  const named = Object.entries(paths).map(([name, path]) => [name, path && addCode(path)]);
  return {
    ...paths,
    ...Object.fromEntries(named),
    transcriptPath: undefined,
    allPath,
    video,
    mix,
    music,
  };
}

/** The files of all translations. */
export function listTranslatedDeliveries({
  languages = [],
  deliveries,
}: Pick<NarrateOptions, 'languages' | 'deliveries'>): Deliveries[] {
  return languages.map(language => nameByLanguage(deliveries, language));
}
