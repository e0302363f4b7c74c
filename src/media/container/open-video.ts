import {
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  type Source,
  WEBM,
} from 'mediabunny';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxVideoTracks } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { requireVideoLength } from '#shared/video-length.ts';
import {
  type Box,
  findBox,
  listBoxes,
  readHandler,
  readMovieIndex,
  readNumber32,
  readNumber64,
  readScale,
  readSigned32,
} from './iso-boxes.ts';
import { listMovieTracks, readMovieRoles, type TrackRoles } from './tracks.ts';
import {
  createUnreadableError,
  type FileBytes,
  findOlderFormat,
  isTooLarge,
  olderFormatBytes,
  withCodedErrors,
} from './video-file.ts';

/** No playlists (HLS): they make the reader fetch other addresses. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS];
const codecs = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const;

/** Sound that starts a little before the first picture is encoder delay and is cut; much earlier, it belongs to something else. */
const earlySeconds = { least: 0.1, most: 600 } as const;

export type VideoLimits = { readonly maxSeconds: number };

/** A video with a valid container; no picture is decoded yet. */
export interface OpenVideo {
  /** Whole milliseconds, equal for copies in any container; more than 0. */
  readonly durationMs: number;
  readonly durationSeconds: number;
  /** Displayed size: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  readonly codec: (typeof codecs)[number];
  /** The first picture, or sound before it, in seconds of the file: broadcast recordings start anywhere. */
  readonly startSeconds: number;
  /** It has a single picture, shown as long as the sound lasts: a podcast with a cover. */
  readonly isStill: boolean;
  readonly track: InputVideoTrack;
  readonly packets: EncodedPacketSink;
  /** What the sounds of an MP4 with several are for, by the ids of their tracks. */
  readonly soundRoles?: ReadonlyMap<number, TrackRoles>;
  /** Whether this platform has a decoder. */
  canDecode(): Promise<boolean>;
  /** Frees the file; safe to call twice. */
  close(): void;
}

/** Unless reading its index would take too long. @throws CodedError as {@link openVideo}; for an older format with advice */
export async function openKnownFormat(
  file: FileBytes,
  source: Source,
  limits: VideoLimits,
): Promise<OpenVideo> {
  try {
    await requireBoundedIndex(file);
    const video = await openVideo(source, limits);
    const sounds = await video.track.input.getAudioTracks();
    const movie = sounds.length > 1 ? await readMovieIndex(file) : undefined;
    const tracks = movie ? listMovieTracks(movie) : [];
    return { ...video, soundRoles: new Map(tracks.map(each => [each.number, readMovieRoles(each.track)])) };
  } catch (error) {
    if (!(error instanceof CodedError && error.code === 'invalid_video')) throw error;
    const format = findOlderFormat(await file.read(0, olderFormatBytes));
    throw format
      ? new CodedError('invalid_video', { message: fill(videoMessages[format]), cause: error })
      : error;
  }
}

/**
 * Reads a video's container and checks all that needs no decoding.
 * @throws CodedError `invalid_video`, `no_picture`, `unsupported_codec`, `video_too_long` or `video_too_large`.
 */
export async function openVideo(source: Source, limits: VideoLimits): Promise<OpenVideo> {
  const input = new Input({ source, formats });
  try {
    return await withCodedErrors(() => readVideo(input, limits));
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function readVideo(input: Input, limits: VideoLimits): Promise<OpenVideo> {
  const track = await requireVideoTrack(input);
  const coded = await track.getCodec();
  const codec = codecs.find(name => name === coded);
  if (!codec) throw new CodedError('unsupported_codec');
  await requireBoundedSize(track);
  const packets = new EncodedPacketSink(track);
  const first = await requireFirstPacket(packets);
  // Before 0, an MP4 has what its edit list cuts off, and MPEG-TS what was recorded before its clock restarted.
  const isTs = (await input.getFormat()) === MPEG_TS;
  const pictureSeconds = isTs ? first.timestamp : Math.max(0, first.timestamp);
  const startSeconds = await findVideoStart(input, pictureSeconds);
  const isStill = !(await packets.getNextPacket(first, { metadataOnly: true }));
  const sound = isStill ? await input.getPrimaryAudioTrack() : null;
  const endSeconds = Math.max(await findEnd(track), sound ? await findEnd(sound) : Number.NEGATIVE_INFINITY);
  const durationMs = requireDurationMs(endSeconds - startSeconds, limits);
  return {
    isStill,
    durationMs,
    durationSeconds: durationMs / 1000,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    codec,
    startSeconds,
    track,
    packets,
    canDecode: () => track.canDecode(),
    close: () => input.dispose(),
  };
}

async function requireVideoTrack(input: Input): Promise<InputVideoTrack> {
  const tracks = await input.getTracks();
  if (tracks.length > maxVideoTracks) {
    throw refuse('invalid_video', videoMessages.tooManyTracks, {
      count: tracks.length,
      limit: maxVideoTracks,
    });
  }
  const track = await input.getPrimaryVideoTrack();
  if (track) return track;
  throw tracks.length > 0 ? new CodedError('no_picture') : createUnreadableError('no tracks');
}

async function requireBoundedSize(track: InputVideoTrack): Promise<void> {
  const sizes = [
    [await track.getCodedWidth(), await track.getCodedHeight()],
    // Pixels that are far from square would make a small picture huge.
    [await track.getSquarePixelWidth(), await track.getSquarePixelHeight()],
  ] as const;
  for (const [width, height] of sizes) {
    if (!(width > 0 && height > 0)) throw new CodedError('invalid_video');
    if (isTooLarge(width, height)) throw refuse('video_too_large', videoMessages.tooLarge, { width, height });
  }
}

async function requireFirstPacket(packets: EncodedPacketSink): Promise<EncodedPacket> {
  const first = await packets.getFirstPacket({ metadataOnly: true });
  if (!first) throw refuse('invalid_video', videoMessages.noFrames);
  if (first.type === 'key') return first;
  // A recording may start anywhere; pictures before its first key frame cannot be decoded.
  return (await packets.getFirstKeyPacket({ metadataOnly: true })) ?? first;
}

/** In seconds of the file, as players show it: the first picture, or sound before it. @param pictureSeconds the first picture */
async function findVideoStart(input: Input, pictureSeconds: number): Promise<number> {
  const tracks = await input.getAudioTracks();
  const starts = await Promise.all(tracks.map(track => track.getFirstTimestamp()));
  const soundSeconds = Math.max(0, Math.min(...starts));
  const early = pictureSeconds - soundSeconds;
  return early >= earlySeconds.least && early <= earlySeconds.most ? soundSeconds : pictureSeconds;
}

async function findEnd(track: InputTrack): Promise<number> {
  return (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
}

function requireDurationMs(seconds: number, { maxSeconds }: VideoLimits): number {
  const durationMs = Math.round(seconds * 1000);
  if (!(durationMs > 0 && Number.isFinite(durationMs))) throw refuse('invalid_video', videoMessages.noLength);
  requireVideoLength(videoMessages.tooLong, durationMs / 1000, maxSeconds);
  return durationMs;
}

/** Container boxes that mediabunny reads, at any depth. */
const containers: ReadonlySet<string> = new Set('trak mdia minf dinf edts sinf schi stbl mvex'.split(' '));

/**
 * Checks that the index of an MP4 or MOV file lists no more pictures than the file has bytes. One entry may stand for up to four
 * billion pictures, and the reader takes a step for each. Other files pass: their entries are bytes. Unsupported edit lists are
 * refused, too.
 * @throws CodedError `invalid_video` for an index that claims more; as `readMovieIndex` and `requirePlainEdits`
 */
async function requireBoundedIndex(file: FileBytes): Promise<void> {
  const index = await readMovieIndex(file);
  if (!index) return;
  for (const box of listBoxes(index)) if (box.kind === 'trak') requireBoundedTrack(box, file.size);
  await requirePlainEdits(index);
}

function requireBoundedTrack(track: Box, fileBytes: number): void {
  let reordered = 0;
  let timed = 0;
  let inLargestChunk = 0;
  for (const { kind, content } of listTables(track)) {
    // Entries: a number of pictures, and their common value.
    if (kind === 'ctts') for (const [count] of listEntries(content, 2)) reordered += count;
    if (kind === 'stts') for (const [count] of listEntries(content, 2)) timed += count;
    // First chunk, pictures per chunk, description.
    if (kind === 'stsc')
      for (const [, count] of listEntries(content, 3)) inLargestChunk = Math.max(inLargestChunk, count);
  }
  // Only pictures displayed out of decoding order are listed one by one. Sound may have more.
  const listed = Math.max(inLargestChunk, reordered, reordered > 0 ? timed : 0);
  if (listed > fileBytes) throw refuse('invalid_video', videoMessages.wrongIndex);
}

/** The first two numbers of each table entry that really fits. */
function* listEntries(table: Uint8Array, numbersPerEntry: number): Generator<[number, number]> {
  if (table.length < 8) return;
  const view = new DataView(table.buffer, table.byteOffset, table.length);
  const entryBytes = 4 * numbersPerEntry;
  const count = Math.min(view.getUint32(4), Math.floor((table.length - 8) / entryBytes));
  for (let entry = 0; entry < count; entry++) {
    const at = 8 + entry * entryBytes;
    yield [view.getUint32(at), view.getUint32(at + 4)];
  }
}

function* listTables(outer: Box): Generator<Box> {
  const open = [outer];
  for (let box = open.pop(); box; box = open.pop()) {
    if (containers.has(box.kind)) open.push(...listBoxes(box.content));
    else yield box;
  }
}

/** Edit lists are rounded; edits this close together count as one. */
const joinedEditsSeconds = 0.05;
/** Pictures after the end of the last edit: encoders leave some there for reference. */
const tailSeconds = 1;

/** A played part of a track, in seconds of the coded media. */
type Edit = { readonly fromSeconds: number; readonly seconds: number; readonly rate: number };

/** Our reader (mediabunny 1.61) follows only the start of the first edit. @throws CodedError `invalid_video` for others */
export function requirePlainEdits(moov: Uint8Array): Promise<void> {
  return withCodedErrors(async () => {
    const movie = readTimes(findBox(moov, 'mvhd'));
    for (const { kind, content: track } of listBoxes(moov)) {
      const list = kind === 'trak' && findBox(track, 'edts', 'elst');
      const media = findBox(track, 'mdia', 'mdhd');
      if (!list || !media) continue;
      const { scale, seconds } = readTimes(media);
      const edits = joinEdits(readEdits(list, movie.scale, scale));
      const handler = readHandler(findBox(track, 'mdia', 'hdlr'));
      const isPicture = handler === 'vide';
      if ((isPicture || handler === 'soun') && !isPlain(edits, isPicture ? seconds : 0))
        throw refuse('invalid_video', videoMessages.editList);
    }
  });
}

/** @param codedSeconds duration of the coded media; 0 allows any end */
function isPlain([first, second]: readonly Edit[], codedSeconds: number): boolean {
  if (!first) return true;
  // Some writers leave the rate 0.
  if (second || (first.rate !== 1 && first.rate !== 0)) return false;
  return first.seconds === 0 || codedSeconds - first.fromSeconds - first.seconds <= tailSeconds;
}

/** Ticks a second and duration of a header that starts with a version and two dates. */
function readTimes(header: Uint8Array | undefined): { scale: number; seconds: number } {
  if (!header) return { scale: 1, seconds: 0 };
  const scale = readScale(header);
  const ticks = header[0] === 1 ? readNumber64(header, 24) : readNumber32(header, 16);
  return { scale, seconds: ticks / scale };
}

/** Without empty edits, which only delay a track. */
function readEdits(list: Uint8Array, movieScale: number, mediaScale: number): Edit[] {
  const isLong = list[0] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(readNumber32(list, 4), Math.floor((list.length - 8) / bytes));
  return Array.from({ length: count }, (_, entry) => {
    const at = 8 + entry * bytes;
    const from = isLong
      ? readSigned32(list, at + 8) * 2 ** 32 + readNumber32(list, at + 12)
      : readSigned32(list, at + 4);
    return {
      fromSeconds: from / mediaScale,
      seconds: (isLong ? readNumber64(list, at) : readNumber32(list, at)) / movieScale,
      rate: readSigned32(list, at + bytes - 4) / 2 ** 16,
    };
  }).filter(({ fromSeconds }) => fromSeconds >= 0);
}

function joinEdits(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const before = joined.at(-1);
    const isNext =
      before?.rate === edit.rate &&
      Math.abs(before.fromSeconds + before.seconds - edit.fromSeconds) < joinedEditsSeconds;
    if (!isNext) joined.push(edit);
    else joined[joined.length - 1] = { ...before, seconds: before.seconds + edit.seconds };
  }
  return joined;
}
