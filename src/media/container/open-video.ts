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
import { CodedError } from '#shared/errors.ts';
import { maxVideoPixels, maxVideoSidePixels, maxVideoTracks } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { requireVideoLength } from '#shared/video-length.ts';
import type { TrackRoles } from './choose-subtitle-track.ts';
import { readMovieIndex } from './iso-boxes.ts';
import { listMovieTracks } from './list-omitted-parts.ts';
import { readMovieRoles } from './movie-subtitles.ts';
import { findOlderFormat, olderFormatBytes } from './older-format.ts';
import { requireBoundedIndex } from './require-bounded-index.ts';
import type { FileBytes } from './video-file.ts';
import { createUnreadableError, withCodedErrors } from './with-coded-errors.ts';

/** No playlists (HLS): they make the reader fetch other addresses. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS];
const codecs = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const;

/**
 * Sound that starts slightly before the first picture is encoder delay and is cut; sound that starts much earlier belongs to
 * something else.
 */
const earlySeconds = { least: 0.1, most: 600 } as const;

/** H.264, H.265, VP8, VP9 and AV1, by mediabunny's names. */
export type ReadableCodec = (typeof codecs)[number];

export interface VideoLimits {
  readonly maxSeconds: number;
}

/** A video with a valid container; no picture is decoded yet. */
export interface OpenVideo {
  /** Whole milliseconds, equal for copies in any container; more than 0. */
  readonly durationMs: number;
  readonly durationSeconds: number;
  /** Displayed size: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  readonly codec: ReadableCodec;
  /**
   * Start of the video in the file's time, in seconds: the first picture, or earlier sound; broadcast recordings start anywhere.
   */
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

/**
 * Opens a file with our own readers, unless reading its index would take too long.
 * @param source of the same file
 * @throws CodedError as {@link requireBoundedIndex} and {@link openVideo}; for an older format `invalid_video` with advice
 */
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
  const codec = await requireReadableCodec(track);
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
    throw new CodedError('invalid_video', {
      message: fill(videoMessages.tooManyTracks, { count: tracks.length, limit: maxVideoTracks }),
    });
  }
  const track = await input.getPrimaryVideoTrack();
  if (track) return track;
  throw tracks.length > 0 ? new CodedError('no_picture') : createUnreadableError('no tracks');
}

async function requireReadableCodec(track: InputVideoTrack): Promise<ReadableCodec> {
  const found = await track.getCodec();
  const codec = codecs.find(name => name === found);
  if (!codec) throw new CodedError('unsupported_codec');
  return codec;
}

async function requireBoundedSize(track: InputVideoTrack): Promise<void> {
  const sizes = [
    [await track.getCodedWidth(), await track.getCodedHeight()],
    // Pixels that are far from square would make a small picture huge.
    [await track.getSquarePixelWidth(), await track.getSquarePixelHeight()],
  ] as const;
  for (const [width, height] of sizes) {
    if (!(width > 0 && height > 0)) throw new CodedError('invalid_video');
    if (width > maxVideoSidePixels || height > maxVideoSidePixels || width * height > maxVideoPixels) {
      throw new CodedError('video_too_large', {
        message: fill(videoMessages.tooLarge, { width, height }),
      });
    }
  }
}

async function requireFirstPacket(packets: EncodedPacketSink): Promise<EncodedPacket> {
  const first = await packets.getFirstPacket({ metadataOnly: true });
  if (!first)
    throw new CodedError('invalid_video', {
      message: fill(videoMessages.noFrames),
    });
  if (first.type === 'key') return first;
  // A recording may start anywhere; pictures before its first key frame cannot be decoded.
  return (await packets.getFirstKeyPacket({ metadataOnly: true })) ?? first;
}

/**
 * Start of the video in the file's time, as players show it: the first picture, or sound before it.
 * @param pictureSeconds time of the first picture
 */
async function findVideoStart(input: Input, pictureSeconds: number): Promise<number> {
  const tracks = await input.getAudioTracks();
  const starts = await Promise.all(tracks.map(track => track.getFirstTimestamp()));
  const soundSeconds = Math.max(0, Math.min(...starts));
  const early = pictureSeconds - soundSeconds;
  return early >= earlySeconds.least && early <= earlySeconds.most ? soundSeconds : pictureSeconds;
}

/** End of a track in seconds of the file. */
async function findEnd(track: InputTrack): Promise<number> {
  return (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
}

function requireDurationMs(seconds: number, { maxSeconds }: VideoLimits): number {
  const durationMs = Math.round(seconds * 1000);
  if (!(durationMs > 0 && Number.isFinite(durationMs))) {
    throw new CodedError('invalid_video', { message: fill(videoMessages.noLength) });
  }
  requireVideoLength(videoMessages.tooLong, durationMs / 1000, maxSeconds);
  return durationMs;
}
