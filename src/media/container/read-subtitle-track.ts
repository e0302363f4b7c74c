import { requireNotCancelled } from '#shared/cancellation.ts';
import { languages } from '#shared/languages.ts';
import { joinSubtitles, readAss } from '#shared/narration/formats/read-subtitles.ts';
import { cleanMarkedRows, type SubtitleCue } from '#shared/narration/formats/subtitle-cue.ts';
import {
  type Box,
  findBox,
  joinBytes,
  listBoxes,
  readLanguage,
  readMovieIndex,
  readNumber32,
  readScale,
} from './iso-boxes.ts';
import {
  type Element,
  elementIds as ids,
  listAllElements,
  readAhead,
  readContent,
  toNumber,
  toText,
  trackFieldIds,
} from './matroska-elements.ts';
import type { OpenVideo } from './open-video.ts';
import {
  decodeTimedText,
  listMovieTracks,
  listSamples,
  maxCueBytes,
  maxCues,
  orderSounds,
  readMovieRoles,
  readRoles,
  readTimedText,
  readTrackName,
  type TrackRoles,
} from './tracks.ts';
import type { FileBytes } from './video-file.ts';

/**
 * Reads the subtitles that a video has as a track of text: timed text and WebVTT in MP4 and MOV; SubRip, WebVTT, ASS and SSA in
 * Matroska and WebM. Of several as `chooseSubtitleTrack` says: none of descriptions, of comments or of foreign parts only.
 * @param file the bytes of the video
 * @returns cues in order, in seconds from the first picture, in a language that is undefined where it is unknown or none of ours;
 * undefined without such a track, with one that says nothing, and for what cannot be read
 * @throws CodedError `client_closed` when the signal fires
 */
export async function readSubtitleTrack(
  file: FileBytes,
  video: Pick<OpenVideo, 'startSeconds' | 'durationSeconds'> &
    Partial<Pick<OpenVideo, 'track' | 'soundRoles'>>,
  signal: AbortSignal,
) {
  const { startSeconds, durationSeconds, track, soundRoles } = video;
  try {
    const sounds = (await track?.input.getAudioTracks()) ?? [];
    const heard = (await orderSounds(sounds, soundRoles)).main[0];
    const soundLanguage = await heard?.getLanguageCode();
    const movie = await readMovieIndex(file);
    const read = await (movie
      ? readMovieSubtitles(file, movie, signal, soundLanguage)
      : readMatroskaSubtitles(file, signal, soundLanguage));
    if (!read) return undefined;
    const shifted = read.cues.map(cue => ({
      rows: cue.rows,
      startSeconds: cue.startSeconds - startSeconds,
      endSeconds: cue.endSeconds - startSeconds,
    }));
    const cues = joinSubtitles(
      shifted.filter(cue => cue.endSeconds > 0 && cue.startSeconds < durationSeconds),
    );
    const { name, languageCode } = read.track;
    const wanted = toMainCode(languageCode);
    const language = languages.find(({ code }) => toMainCode(code) === wanted)?.name;
    return cues.length > 0 ? { name, language, cues } : undefined;
  } catch {
    requireNotCancelled(signal);
    return undefined;
  }
}

export interface SubtitleTrack extends TrackRoles {
  readonly name: string;
  /** ISO 639 or BCP 47. */
  readonly languageCode: string;
  readonly isDefault: boolean;
}

export interface ReadSubtitles {
  readonly track: SubtitleTrack;
  /** In seconds of the file. */
  readonly cues: readonly SubtitleCue[];
}

/** In the language of the sound, by default, for the hearing: the best match of these, else the first. */
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

/** The shortest code of a language, without region and script: `ger`, `deu` and `de-AT` are `de`. */
function toMainCode(code: string): string | undefined {
  try {
    const [main] = (Intl.getCanonicalLocales(code.trim())[0] ?? '').split('-');
    return main === 'no' ? 'nb' : main;
  } catch {
    return undefined;
  }
}

/** The rows of one sample: timed text of 3GPP TS 26.245, or WebVTT of ISO/IEC 14496-30. */
const sampleFormats: Readonly<Record<string, (sample: Uint8Array) => string[][]>> = {
  tx3g: readTimedText,
  wvtt: readWebVtt,
};
/** A sample without text: its length, or the head of an empty box. */
const emptyBytes = { tx3g: 2, wvtt: 8 } as const;
/** All its samples are shown even with subtitles off. */
const allForced = 0x80000000;
const isEnabled = 1;

type MovieTrack = SubtitleTrack & { readonly content: Uint8Array; readonly format: keyof typeof emptyBytes };

/** @returns undefined without such a track @throws CodedError `client_closed`; RangeError for an index that breaks off */
export async function readMovieSubtitles(
  file: FileBytes,
  movie: Uint8Array,
  signal: AbortSignal,
  soundLanguage?: string,
): Promise<ReadSubtitles | undefined> {
  const tracks = listMovieTracks(movie).flatMap(({ track, part }) =>
    part === 'captions' ? (describeMovieTrack(track) ?? []) : [],
  );
  const track = chooseSubtitleTrack(tracks, soundLanguage);
  if (!track) return undefined;
  const movieHead = findBox(movie, 'mvhd');
  const movieScale = movieHead ? readScale(movieHead) : 1;
  const cues: SubtitleCue[] = [];
  for (const { at, bytes, ...times } of listSamples(track.content, movieScale)) {
    requireNotCancelled(signal);
    if (bytes <= emptyBytes[track.format] || bytes > maxCueBytes || at + bytes > file.size) continue;
    for (const rows of sampleFormats[track.format]?.(await file.read(at, at + bytes)) ?? [])
      addCue(cues, { ...times, rows: cleanMarkedRows(rows) });
    if (cues.length >= maxCues) break;
  }
  return { track, cues };
}

function describeMovieTrack(content: Uint8Array): MovieTrack | undefined {
  const media = findBox(content, 'mdia', 'mdhd');
  const flags = findBox(content, 'tkhd');
  const entry = listBoxes(
    (findBox(content, 'mdia', 'minf', 'stbl', 'stsd') ?? new Uint8Array()).subarray(8),
  )[0];
  if (!media || !flags || (entry?.kind !== 'tx3g' && entry?.kind !== 'wvtt')) return undefined;
  const roles = readMovieRoles(content);
  return {
    ...roles,
    content,
    format: entry.kind,
    name: readTrackName(content),
    languageCode: readLanguage(media),
    isDefault: (readNumber32(flags, 0) & isEnabled) === isEnabled,
    isForced: roles.isForced || (entry.kind === 'tx3g' && readNumber32(entry.content, 8) >= allForced),
  };
}

function readWebVtt(sample: Uint8Array): string[][] {
  const texts = listBoxes(sample).flatMap(({ kind, content }: Box) =>
    kind === 'vttc' ? (findBox(content, 'payl') ?? []) : [],
  );
  return texts.map(text => decodeTimedText(text).split('\n'));
}

/** A cue of WebVTT that goes on when another begins is in both samples. */
function addCue(cues: SubtitleCue[], cue: SubtitleCue): void {
  const text = cue.rows.join('\n');
  const at = cues.findLastIndex(
    ({ endSeconds, rows }, index) =>
      index >= cues.length - 4 && endSeconds === cue.startSeconds && rows.join('\n') === text,
  );
  const before = cues[at];
  if (before) cues[at] = { ...before, endSeconds: cue.endSeconds };
  else cues.push(cue);
}

/** The rows of one block (https://www.matroska.org/technical/subtitles.html). */
const blockFormats: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'S_TEXT/UTF8': readRows,
  'S_TEXT/ASCII': readRows,
  'S_TEXT/WEBVTT': readRows,
  // Of WebM, with two lines before the text.
  'D_WEBVTT/SUBTITLES': text => readRows(text).slice(2),
  'S_TEXT/ASS': readStyled,
  'S_TEXT/SSA': readStyled,
};

const trackFields: ReadonlySet<number> = new Set(Object.values(trackFieldIds));
/** The method of texts; others are not read. */
const zlib = 0;

interface MatroskaTrack extends SubtitleTrack {
  readonly number: number;
  readonly isCompressed: boolean;
  /** Undefined for what is no text. */
  readonly readRows: ((text: string) => readonly string[]) | undefined;
}

/** They lie among the pictures: if there are any, the file is read once from start to end. @returns undefined without them */
export async function readMatroskaSubtitles(
  source: FileBytes,
  signal: AbortSignal,
  soundLanguage?: string,
): Promise<ReadSubtitles | undefined> {
  const file = readAhead(source);
  const tracks: Map<number, Uint8Array>[] = [];
  let scale = 1_000_000;
  let blocks: ReturnType<typeof createBlockReader> | undefined;
  for await (const element of listAllElements(file)) {
    requireNotCancelled(signal);
    const { id } = element;
    if (id === ids.track) tracks.push(new Map());
    else if (trackFields.has(id)) tracks.at(-1)?.set(id, await readContent(file, element));
    else if (id === ids.timestampScale) scale = toNumber(await readContent(file, element));
    else if (id === ids.cluster && !blocks) {
      const readable = tracks.map(describeMatroskaTrack).filter(each => each.readRows);
      const track = chooseSubtitleTrack(readable, soundLanguage);
      if (!track) return undefined;
      blocks = createBlockReader(file, track, scale / 1e9);
    } else await blocks?.take(element);
    if (blocks && blocks.cues.length >= maxCues) break;
  }
  return blocks && { track: blocks.track, cues: blocks.cues.map(endByNext) };
}

function describeMatroskaTrack(fields: ReadonlyMap<number, Uint8Array>): MatroskaTrack {
  const readText = (id: number) => toText(fields.get(id) ?? new Uint8Array());
  const readNumber = (id: number, usual: number) => toNumber(fields.get(id) ?? [usual]);
  const name = readText(ids.name);
  const roles = readRoles(name);
  const isSet = (id: number) => readNumber(id, 0) === 1;
  const isCompressed = fields.has(ids.compression);
  const isReadable =
    !fields.has(ids.encryption) && (!isCompressed || readNumber(ids.compressionMethod, zlib) === zlib);
  return {
    number: readNumber(ids.trackNumber, 0),
    name,
    languageCode: readText(ids.languageTag) || readText(ids.language) || 'eng',
    isDefault: readNumber(ids.isDefault, 1) === 1,
    isForced: roles.isForced || isSet(ids.isForced),
    isDescription: roles.isDescription || isSet(ids.isDescription) || isSet(ids.isForBlind),
    isCommentary: roles.isCommentary || isSet(ids.isCommentary),
    isForDeaf: roles.isForDeaf || isSet(ids.isForDeaf),
    isCompressed,
    readRows: isReadable ? blockFormats[readText(ids.codec)] : undefined,
  };
}

function createBlockReader(file: FileBytes, track: MatroskaTrack, tickSeconds: number) {
  const cues: SubtitleCue[] = [];
  let clusterTicks = 0;
  let isOwn = false;
  const read = async (element: Element) => toNumber(await readContent(file, element));
  /** Track number, two bytes of time in the cluster, one of flags, and the text. */
  const takeBlock = async ({ start, end }: Element) => {
    const head = await file.read(start, Math.min(end, start + 12));
    const numberBytes = Math.clz32(head[0] ?? 0) - 23;
    isOwn = toNumber(head.subarray(0, numberBytes)) - 2 ** (7 * numberBytes) === track.number;
    if (!isOwn || end - start > maxCueBytes) return;
    const [high = 0, low = 0] = head.subarray(numberBytes);
    const ticks = clusterTicks + ((((high << 8) | low) << 16) >> 16);
    const coded = await file.read(start + numberBytes + 3, end);
    const text = new TextDecoder().decode(track.isCompressed ? await inflate(coded) : coded);
    const startSeconds = ticks * tickSeconds;
    cues.push({ startSeconds, endSeconds: Number.NaN, rows: track.readRows?.(text) ?? [] });
  };
  const take = async (element: Element) => {
    if (element.id === ids.clusterTime) clusterTicks = await read(element);
    if (element.id === ids.block || element.id === ids.simpleBlock) await takeBlock(element);
    const last = cues.at(-1);
    if (element.id !== ids.blockDuration || !isOwn || !last) return;
    cues[cues.length - 1] = { ...last, endSeconds: last.startSeconds + (await read(element)) * tickSeconds };
  };
  return { track, cues, take };
}

/** A block without a duration is shown until the next one. */
function endByNext(cue: SubtitleCue, index: number, cues: readonly SubtitleCue[]): SubtitleCue {
  if (!Number.isNaN(cue.endSeconds)) return cue;
  return { ...cue, endSeconds: cues[index + 1]?.startSeconds ?? cue.startSeconds };
}

/** Decompresses a text. @returns its first few thousand bytes */
async function inflate(coded: Uint8Array): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // Errors come with reading, too.
  writer.write(Uint8Array.from(coded)).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; bytes < maxCueBytes; ) {
    const { value } = await reader.read();
    if (!value) break;
    pieces.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return joinBytes(pieces);
}

function readRows(text: string): string[] {
  return cleanMarkedRows(text.split(/\r\n|\r|\n/u));
}

/** ASS in a block has a number instead of the times. */
function readStyled(text: string): readonly string[] {
  const [, layer = '', rest = ''] = /^\d+,([^,]*),(.*)$/su.exec(text) ?? [];
  return readAss(`Dialogue: ${layer},0:00:00.00,0:00:00.00,${rest.replace(/[\r\n]+/gu, ' ')}`)[0]?.rows ?? [];
}
