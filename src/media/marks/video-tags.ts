import type { MetadataTags } from 'mediabunny';
import type { Marks } from '#shared/marks/provenance.ts';
import { type PicturePause, toPausedSeconds } from '#shared/script/picture-pauses.ts';
import type { Chapter, KeptParts } from '../container/kept-parts.ts';
import { readMatroskaParts } from '../container/matroska-parts.ts';
import { readMovieParts } from '../container/movie-parts.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { FileBytes } from '../container/video-file.ts';

/**
 * Reads what a narrated video keeps of its original besides picture and sound.
 * @throws CodedError as `readMovieIndex`
 */
export async function readKeptParts(file: FileBytes): Promise<KeptParts> {
  return (await readMovieParts(file)) ?? (await readMatroskaParts(file));
}

/** What a narrated video says of itself: what its original said, and marks. */
export interface VideoTags {
  /** As mediabunny reads them from any container. */
  readonly read: MetadataTags;
  readonly kept: KeptParts;
  readonly marks: Marks | undefined;
  /** Those of the original, with ours after them; undefined without any. */
  readonly comment: string | undefined;
  readonly software: string | undefined;
  readonly sourceType: string | undefined;
  /** At their times in the new video. */
  readonly chapters: readonly Chapter[];
  /** To a time of the new video from one of the original's file, in seconds. */
  readonly toNewSeconds: (seconds: number) => number;
}

const noParts: KeptParts = { chapters: [] };

/** @param pauses of the new video's picture */
export async function collectTags(
  { track, startSeconds }: OpenVideo,
  pauses: readonly PicturePause[],
  { kept = noParts, marks }: { readonly kept?: KeptParts | undefined; readonly marks?: Marks | undefined },
): Promise<VideoTags> {
  const tags = await track.input.getMetadataTags();
  const read = kept.title ? { title: kept.title, ...tags } : tags;
  const toNewSeconds = (seconds: number) => toPausedSeconds(Math.max(0, seconds - startSeconds), pauses);
  return {
    read,
    kept,
    marks,
    comment: add(read.comment, marks?.sentence, '\n'),
    software: add(findText(read, encoderNames), marks?.software, '; '),
    sourceType: findText(read, [sourceTypeName]) ?? marks?.digitalSourceType,
    chapters: kept.chapters.map(({ startSeconds: from, title }) => ({
      startSeconds: toNewSeconds(from),
      title,
    })),
    toNewSeconds,
  };
}

export const sourceTypeName = 'DigitalSourceType';
/** Of the tags that name the program, in MP4, MOV and Matroska. */
const encoderNames = ['©too', '©swr', 'ENCODER'];

function add(original: string | undefined, mark: string | undefined, separator: string): string | undefined {
  if (!mark || original?.includes(mark)) return original;
  return original ? `${original}${separator}${mark}` : mark;
}

/** @param names of tags, the first that is there counts; upper and lower case are the same */
function findText({ raw = {} }: MetadataTags, names: readonly string[]): string | undefined {
  const wanted = names.map(name => name.toUpperCase());
  const found = Object.entries(raw).find(([name]) => wanted.includes(name.toUpperCase()))?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** Names that mediabunny writes itself, whatever the container calls them. */
const knownNames =
  /^(?:title|description|artist|album|album_artist|genre|bpm|comment|lyrics|(?:part|track|disc)_number|disc|encoder|digitalsourcetype)$/i;

/** The original's tags with names of its own choice. */
export function listFreeTags({ raw = {} }: MetadataTags): (readonly [string, string])[] {
  return Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'string' && !knownNames.test(name) && !name.startsWith('©')
      ? [[name, value] as const]
      : [],
  );
}
