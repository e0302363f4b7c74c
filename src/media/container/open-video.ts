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
import { createUnreadableError, withCodedErrors } from './with-coded-errors.ts';

/** Playlists (HLS) are left out on purpose: they make the reader fetch other addresses. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS];
const codecs = ['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const;

/**
 * Sound that begins less before the first picture is how coders begin, and is left out; what begins longer before it belongs to
 * something else.
 */
const earlySeconds = { least: 0.1, most: 600 } as const;

/** H.264, H.265, VP8, VP9 and AV1, by mediabunny's names. */
export type ReadableCodec = (typeof codecs)[number];

export interface VideoLimits {
  /** The longest video that is taken, in seconds. */
  readonly maxSeconds: number;
}

/** A video whose container was read and found good; none of its pictures is decoded yet. */
export interface OpenVideo {
  /** In whole milliseconds, so that copies in any container agree; more than 0. */
  readonly durationMs: number;
  readonly durationSeconds: number;
  /** Size in square pixels as a person sees it: turned upright, true aspect. */
  readonly width: number;
  readonly height: number;
  readonly codec: ReadableCodec;
  /**
   * The time in the file at which the video begins, in seconds: with its first picture, or the sound before it; broadcast recordings
   * start anywhere.
   */
  readonly startSeconds: number;
  /** It has one picture, which is on show as long as its sound lasts: a podcast with a cover. */
  readonly isStill: boolean;
  readonly track: InputVideoTrack;
  readonly packets: EncodedPacketSink;
  /** Whether this platform has a decoder for it. */
  canDecode(): Promise<boolean>;
  /** Frees the file; safe to call twice. */
  close(): void;
}

/**
 * Reads the container of a video and checks everything that can be checked without decoding.
 *
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
  await requireModestSize(track);
  const packets = new EncodedPacketSink(track);
  const first = await requireFirstPacket(packets);
  // Before 0 an MP4 has what its edit list cuts off; MPEG-TS has what was recorded before its clock began anew.
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

async function requireModestSize(track: InputVideoTrack): Promise<void> {
  const sizes = [
    [await track.getCodedWidth(), await track.getCodedHeight()],
    // Pixels that are far from square would make a small picture a huge one.
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
  // A recording may begin anywhere; what comes before its first key picture cannot be decoded.
  return (await packets.getFirstKeyPacket({ metadataOnly: true })) ?? first;
}

/**
 * The time in a file at which the video begins, as players show it: with its first picture, or with the sound that is heard before.
 * @param pictureSeconds the time of the first picture
 */
async function findVideoStart(input: Input, pictureSeconds: number): Promise<number> {
  const tracks = await input.getAudioTracks();
  const starts = await Promise.all(tracks.map(track => track.getFirstTimestamp()));
  const soundSeconds = Math.max(0, Math.min(...starts));
  const early = pictureSeconds - soundSeconds;
  return early >= earlySeconds.least && early <= earlySeconds.most ? soundSeconds : pictureSeconds;
}

/** When a track ends, in seconds of the file. */
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
