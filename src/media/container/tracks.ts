import type { InputAudioTrack, InputTrack } from 'mediabunny';
import { languages } from '#shared/languages.ts';
import {
  findBox,
  listBoxes,
  readHandler,
  readNumber32,
  readNumber64,
  readScale,
  readSigned32,
} from './iso-boxes.ts';

export interface TrackRoles {
  /** It has only what is said in another language than that of the film, and what is written in it. */
  readonly isForced: boolean;
  /** It says what is seen. */
  readonly isDescription: boolean;
  readonly isCommentary: boolean;
  /** It has sounds and speakers, too. */
  readonly isForDeaf: boolean;
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

/** What of a video a track is; undefined for sound. */
export type TrackPart = 'picture' | 'captions' | 'timecode' | 'chapters';

/** Track contents by handler (ISO/IEC 14496-12, QuickTime File Format). */
const handlers: Readonly<Record<string, TrackPart>> = {
  vide: 'picture',
  sbtl: 'captions',
  subt: 'captions',
  subp: 'captions',
  text: 'captions',
  clcp: 'captions',
  tmcd: 'timecode',
};

/** The tracks of an MP4 or MOV, as the content of their boxes, and which part of the video each is. */
export function listMovieTracks(movie: Uint8Array) {
  const tracks = listBoxes(movie)
    .filter(({ kind }) => kind === 'trak')
    .map(({ content }) => content);
  const chapterTracks = new Set(tracks.flatMap(track => listNumbers(findBox(track, 'tref', 'chap'))));
  return tracks.map(track => {
    const part = handlers[readHandler(findBox(track, 'mdia', 'hdlr'))];
    const number = readTrackNumber(track);
    return { track, number, part: chapterTracks.has(number) ? 'chapters' : part };
  });
}

function listNumbers(content: Uint8Array = new Uint8Array()): number[] {
  return Array.from({ length: Math.floor(content.length / 4) }, (_, at) => readNumber32(content, 4 * at));
}

/** Version 1 has 64-bit times before it. @param track content of `trak` */
export function readTrackNumber(track: Uint8Array): number {
  const head = findBox(track, 'tkhd');
  return listNumbers(head)[head?.[0] === 1 ? 5 : 3] ?? 0;
}

export function readTrackName(track: Uint8Array): string {
  return decodeTimedText(findBox(track, 'udta', 'name') ?? new Uint8Array());
}

/** By `kind` (ISO/IEC 14496-12, 8.10.4), QuickTime's `tagc`, and the name. @param track content of `trak` */
export function readMovieRoles(track: Uint8Array): TrackRoles {
  const said = listBoxes(findBox(track, 'udta') ?? new Uint8Array()).flatMap(({ kind, content }) =>
    kind === 'kind' || kind === 'tagc' ? decodeTimedText(content.subarray(0, maxCueBytes)) : [],
  );
  return readRoles([readTrackName(track), ...said].join(' '));
}

/** More than four hours of speech have; the rest is not read. */
export const maxCues = 50_000;
/** A longer text is none. */
export const maxCueBytes = 4096;

/** The places and times of a text track's samples (ISO/IEC 14496-12, 8.6 and 8.7). */
export function* listSamples(track: Uint8Array, movieScale: number) {
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
  return [decodeTimedText(sample.subarray(2, 2 + bytes)).split(/\r\n|\r|\n/u)];
}

/** Timed text is UTF-16 if it says so. */
export function decodeTimedText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isWide ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** Of a track that is copied. Where a Matroska file has a BCP 47 tag, mediabunny reads its first part, which it does not write. */
export async function readTrackLanguage(track: InputTrack): Promise<string> {
  const code = await track.getLanguageCode();
  if (code.length === 3) return code;
  return languages.find(language => language.code === code)?.trackCode ?? 'und';
}

/** The BCP 47 tag of a code of ISO 639-2/T; undefined for languages that are none of ours. */
export function findLanguageTag(trackLanguage: string): string | undefined {
  return languages.find(({ trackCode }) => trackCode === trackLanguage)?.code;
}
