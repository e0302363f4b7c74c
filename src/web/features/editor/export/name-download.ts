import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type ExportSource, getVideoName } from './export-source.ts';

export interface NarrationParts {
  /** The video's file name; undefined when a script was written without one. */
  readonly videoName: string | undefined;
  /** Undefined when the language of the script is unknown. */
  readonly language: LanguageName | undefined;
  readonly voice: string | undefined;
  readonly isForPaused?: boolean;
}

export interface NamedFormat {
  /** After the names of video and language. */
  readonly ending: string;
  /** Of a description or of spoken subtitles, which platforms take under short names: after the tag. */
  readonly short?: string;
  /** It has what is said in the video. */
  readonly isSaid?: true;
  /** Which video its times are of, where a description pauses the original. */
  readonly clock?: 'original' | 'described';
}

/** Whether times of the original and of the described video differ. */
export function isPaused({ voice }: Pick<ExportSource, 'voice'>): boolean {
  return (voice?.pauses.length ?? 0) > 0;
}

const forPaused = 'described-video';

/** File systems take 255 bytes or letters; what follows the video's name needs a part of them. */
const maxStemBytes = 120;

/**
 * Such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.wav" of an audio description. Of one that pauses the video the name says what its
 * times are of: "cars-Japanese-described-video-subtitles.srt", "cars.ja.ad.original.vtt".
 */
export function nameExport(source: ExportSource, { short, isSaid, ...format }: NamedFormat): string {
  const { project, narration, voice } = source;
  const language = isSaid ? project.transcript?.language : narration?.language;
  const parts = { videoName: getVideoName(source), language };
  const tag = voice?.described ? 'ad' : narration?.settings.isSpokenSubtitles && 'spoken-subtitles';
  const clock = isPaused(source) ? format.clock : undefined;
  const ending = clock === 'described' ? `${forPaused}-${format.ending}` : format.ending;
  if (!tag || !short) return nameDelivery(parts, ending);
  return nameShort(parts, `${tag}.${clock === 'original' ? 'original.' : ''}${short}`);
}

/** Such as "cars-Japanese-nova.mp3". */
export function nameSound(parts: NarrationParts): string {
  const { videoName, language, voice, isForPaused } = parts;
  return `${joinParts(findStem(videoName), language, voice, isForPaused ? forPaused : undefined)}.mp3`;
}

/** Of an export in several languages, such as "cars-all-languages.mp4". */
export function nameLanguages(source: ExportSource, ending: string): string {
  return nameDelivery({ videoName: getVideoName(source), language: undefined }, `all-languages.${ending}`);
}

/** Such as "cars.benshi.json". */
export function nameProject(name: string): string {
  return `${findStem(name)}.benshi.json`;
}

/** Such as "cars-Japanese-subtitles.srt". @param ending such as "subtitles.srt" */
export function nameDelivery({ videoName, language }: Omit<NarrationParts, 'voice'>, ending: string): string {
  return joinParts(findStem(videoName), language, ending);
}

/** Such as "cars.en.ad.mp3", as platforms and their guides name descriptions. @param ending such as "ad.mp3" */
export function nameShort({ videoName, language }: Omit<NarrationParts, 'voice'>, ending: string): string {
  const parts = [findStem(videoName), language && getLanguage(language).code, ending];
  return parts.filter(part => part !== undefined).join('.');
}

function joinParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part !== undefined).join('-');
}

/**
 * A video's name without its ending, as a part of a name that every file system allows: letters, their marks and digits of
 * any script. No dot is left, so no name is hidden, and none is a device of Windows once something follows it.
 */
export function findStem(fileName: string | undefined): string {
  const stem = (fileName ?? '')
    .replace(/\.[^.]*$/u, '')
    .normalize('NFC')
    // Signs of direction and joining are invisible, and turn the text around them.
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  return cutToBytes(stem.replace(/^-/u, ''), maxStemBytes).replace(/-$/u, '') || 'narration';
}

/** As many whole characters as fit: a letter keeps its marks. */
function cutToBytes(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}
