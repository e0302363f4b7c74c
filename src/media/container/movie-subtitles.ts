import { requireNotCancelled } from '#shared/cancellation.ts';
import { cleanMarkedRows, type SubtitleCue } from '#shared/narration/formats/subtitle-cue.ts';
import {
  chooseSubtitleTrack,
  maxCueBytes,
  maxCues,
  type ReadSubtitles,
  readRoles,
  type SubtitleTrack,
  type TrackRoles,
} from './choose-subtitle-track.ts';
import {
  type Box,
  findBox,
  listBoxes,
  readLanguage,
  readNumber32,
  readNumber64,
  readScale,
  readSigned32,
} from './iso-boxes.ts';
import { listMovieTracks } from './list-omitted-parts.ts';
import type { FileBytes } from './video-file.ts';

/** The rows of one sample: timed text of 3GPP TS 26.245, or WebVTT of ISO/IEC 14496-30. */
const formats: Readonly<Record<string, (sample: Uint8Array) => string[][]>> = {
  tx3g: readTimedText,
  wvtt: readWebVtt,
};
/** A sample without text: its length, or the head of an empty box. */
const emptyBytes = { tx3g: 2, wvtt: 8 } as const;
/** All its samples are shown even with subtitles off. */
const allForced = 0x80000000;
const isEnabled = 1;

interface MovieTrack extends SubtitleTrack {
  readonly content: Uint8Array;
  readonly format: keyof typeof emptyBytes;
}

/**
 * Reads the text subtitles of an MP4 or MOV file that is not fragmented.
 * @param movie its index
 * @returns undefined without such a track
 * @throws CodedError `client_closed`; RangeError for an index that breaks off
 */
export async function readMovieSubtitles(
  file: FileBytes,
  movie: Uint8Array,
  signal: AbortSignal,
  soundLanguage?: string,
): Promise<ReadSubtitles | undefined> {
  const tracks = listMovieTracks(movie).flatMap(({ track, part }) =>
    part === 'captions' ? (describeTrack(track) ?? []) : [],
  );
  const track = chooseSubtitleTrack(tracks, soundLanguage);
  if (!track) return undefined;
  const movieHead = findBox(movie, 'mvhd');
  const movieScale = movieHead ? readScale(movieHead) : 1;
  const cues: SubtitleCue[] = [];
  for (const { at, bytes, ...times } of listSamples(track.content, movieScale)) {
    requireNotCancelled(signal);
    if (bytes <= emptyBytes[track.format] || bytes > maxCueBytes || at + bytes > file.size) continue;
    for (const rows of formats[track.format]?.(await file.read(at, at + bytes)) ?? [])
      addCue(cues, { ...times, rows: cleanMarkedRows(rows) });
    if (cues.length >= maxCues) break;
  }
  return { track, cues };
}

function describeTrack(content: Uint8Array): MovieTrack | undefined {
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
    name: readName(content),
    languageCode: readLanguage(media),
    isDefault: (readNumber32(flags, 0) & isEnabled) === isEnabled,
    isForced: roles.isForced || (entry.kind === 'tx3g' && readNumber32(entry.content, 8) >= allForced),
  };
}

function readName(track: Uint8Array): string {
  return decode(findBox(track, 'udta', 'name') ?? new Uint8Array());
}

/** By `kind` (ISO/IEC 14496-12, 8.10.4), QuickTime's `tagc`, and the name. @param track content of `trak` */
export function readMovieRoles(track: Uint8Array): TrackRoles {
  const said = listBoxes(findBox(track, 'udta') ?? new Uint8Array()).flatMap(({ kind, content }) =>
    kind === 'kind' || kind === 'tagc' ? decode(content.subarray(0, maxCueBytes)) : [],
  );
  return readRoles([readName(track), ...said].join(' '));
}

export interface TextSample {
  readonly at: number;
  readonly bytes: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** The places and times of a text track's samples (ISO/IEC 14496-12, 8.6 and 8.7). */
export function* listSamples(track: Uint8Array, movieScale: number): Generator<TextSample> {
  const media = findBox(track, 'mdia', 'mdhd');
  const boxes = listBoxes(findBox(track, 'mdia', 'minf', 'stbl') ?? new Uint8Array());
  const find = (kind: string) => boxes.find(box => box.kind === kind)?.content;
  const [sizes, durations, chunks] = [find('stsz'), find('stts'), find('stsc')];
  const offsets = find('co64') ?? find('stco');
  if (!media || !sizes || !durations || !chunks || !offsets) return;
  const scale = readScale(media);
  const isLong = find('co64') !== undefined;
  const count = Math.min(readNumber32(sizes, 8), 2 * maxCues);
  const sameBytes = readNumber32(sizes, 4);
  const nextDuration = createDurations(durations);
  let startSeconds = readShift(track, movieScale, scale);
  let sample = 0;
  let run = 0;
  const chunkCount = Math.min(readNumber32(offsets, 4), 2 * maxCues);
  for (let chunk = 0; sample < count && chunk < chunkCount; chunk++) {
    let at = isLong ? readNumber64(offsets, 8 + 8 * chunk) : readNumber32(offsets, 8 + 4 * chunk);
    // A run of chunks lasts until the next one begins.
    if (run + 1 < readNumber32(chunks, 4) && readNumber32(chunks, 8 + 12 * (run + 1)) === chunk + 1) run++;
    const last = Math.min(count, sample + readNumber32(chunks, 12 + 12 * run));
    for (; sample < last; sample++) {
      const bytes = sameBytes || readNumber32(sizes, 12 + 4 * sample);
      const endSeconds = startSeconds + nextDuration() / scale;
      yield { at, bytes, startSeconds, endSeconds };
      at += bytes;
      startSeconds = endSeconds;
    }
  }
}

/** Durations of the samples one by one, from a table of how many follow with the same. */
function createDurations(table: Uint8Array): () => number {
  let entry = 0;
  let left = readNumber32(table, 8);
  return () => {
    while (left === 0) left = readNumber32(table, 8 + 8 * ++entry);
    left--;
    return readNumber32(table, 12 + 8 * entry);
  };
}

/** Seconds from the beginning to the first sample: empty edits delay it, the first real one may cut it. */
function readShift(track: Uint8Array, movieScale: number, scale: number): number {
  const edits = findBox(track, 'edts', 'elst');
  // Version 1 has 64-bit times, which no subtitles need.
  if (!edits || edits[0] === 1) return 0;
  let seconds = 0;
  for (let entry = 0; entry < readNumber32(edits, 4); entry++) {
    const from = readSigned32(edits, 12 + 12 * entry);
    if (from >= 0) return seconds - from / scale;
    seconds += readNumber32(edits, 8 + 12 * entry) / movieScale;
  }
  return seconds;
}

/** The rows of a sample of 3GPP TS 26.245, or of QuickTime's text. */
export function readTimedText(sample: Uint8Array): string[][] {
  const bytes = ((sample[0] ?? 0) << 8) | (sample[1] ?? 0);
  return [decode(sample.subarray(2, 2 + bytes)).split(/\r\n|\r|\n/u)];
}

function readWebVtt(sample: Uint8Array): string[][] {
  const texts = listBoxes(sample).flatMap(({ kind, content }: Box) =>
    kind === 'vttc' ? (findBox(content, 'payl') ?? []) : [],
  );
  return texts.map(text => decode(text).split('\n'));
}

/** Timed text is UTF-16 if it says so. */
function decode(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isWide ? 'utf-16be' : 'utf-8').decode(bytes);
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
