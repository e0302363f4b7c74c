import { stat } from 'node:fs/promises';
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_FLV1,
  AV_CODEC_ID_H263,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MPEG1VIDEO,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_MSMPEG4V1,
  AV_CODEC_ID_MSMPEG4V2,
  AV_CODEC_ID_MSMPEG4V3,
  AV_CODEC_ID_VC1,
  AV_CODEC_ID_VP6F,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_CODEC_ID_WMV1,
  AV_CODEC_ID_WMV2,
  AV_CODEC_ID_WMV3,
  AV_NOPTS_VALUE,
  AVFMT_FLAG_GENPTS,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  Decoder,
  Dictionary,
  Encoder,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_PCM_S16LE,
  FFmpegError,
  FilterAPI,
  FormatContext,
  type Frame,
  InputFormat,
  Muxer,
  Packet,
  type Stream,
} from 'node-av';
import { CodedError } from '#shared/errors.ts';
import { maxVideoPixels, maxVideoSidePixels, maxVideoTracks } from '#shared/limits.ts';
import type { FileFormat } from '../container/video-file.ts';

/** A copy is about as large as its original; a larger one is an attack on the disk. */
const maxGrowth = 2;
const spareBytes = 16 * 1024 ** 2;

/** Codecs that our readers know and a finished video may contain. */
const copiedCodecs: ReadonlySet<number> = new Set([
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_CODEC_ID_AV1,
]);

interface CopyOptions {
  /** The coded pictures are needed for a finished video; else a copy for viewing is enough. */
  readonly keepsPictures: boolean;
  readonly maxSeconds: number;
}

/**
 * Converts an older file to Matroska, which our readers open: coded pictures and sound unchanged or, if our readers do not know the
 * codec, a small copy for vision and speech detection ({@link writeViewingCopy}).
 * Import it only in a process that may crash. Synchronous: cancel it by ending the process.
 * @throws CodedError `invalid_video` if nothing can be read, or the copy grows beyond its limit; `no_picture`; `unsupported_codec`
 * if its pictures cannot be decoded, or must be kept and cannot; `video_too_long`
 */
export async function copyOlderFile(
  path: string,
  format: FileFormat,
  copyPath: string,
  options: CopyOptions,
): Promise<void> {
  try {
    // Sound without a valid packet is left out.
    if (!(await copyOnce(path, format, copyPath, options, true)))
      await copyOnce(path, format, copyPath, options, false);
  } catch (cause) {
    throw cause instanceof CodedError ? cause : new CodedError('invalid_video', { cause });
  }
}

/** @returns whether the copy was written */
async function copyOnce(
  path: string,
  format: FileFormat,
  copyPath: string,
  { keepsPictures, maxSeconds }: CopyOptions,
  listens: boolean,
): Promise<boolean> {
  const { size } = await stat(path);
  await using input = new FormatContext();
  openOlderFile(input, path, format);
  const picture = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (!picture) throw new CodedError(input.streams.length > 0 ? 'no_picture' : 'invalid_video');
  if (copiedCodecs.has(picture.codecpar.codecId)) {
    copyStreams(input, copyPath, maxGrowth * size + spareBytes);
    return true;
  }
  if (keepsPictures) throw new CodedError('unsupported_codec');
  return writeViewingCopy(input, picture, copyPath, { maxSeconds, listens });
}

function copyStreams(input: FormatContext, copyPath: string, maxBytes: number): void {
  using muxer = Muxer.openSync(copyPath, { format: 'matroska' });
  const places = new Map<number, number>();
  for (const stream of input.streams)
    if ([AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].some(type => type === stream.codecpar.codecType))
      places.set(stream.index, muxer.addStream(stream));
  let bytes = 0;
  readPackets(input, packet => {
    const place = places.get(packet.streamIndex);
    if (place === undefined) return;
    bytes += packet.size + 16;
    if (bytes > maxBytes) throw new CodedError('invalid_video');
    muxer.writePacketSync(packet, place);
  });
  if (bytes === 0) throw new CodedError('invalid_video');
  muxer.closeSync();
}

/** Opens an older file with only its format's reader, which may open no other file. @throws FFmpegError if nothing can be read */
function openOlderFile(input: FormatContext, path: string, format: FileFormat): void {
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: format,
    max_streams: String(maxVideoTracks),
  });
  input.allocContext();
  // AVI has no presentation times.
  input.setFlags(AVFMT_FLAG_GENPTS);
  FFmpegError.throwIfError(
    input.openInputSync(`file:${path}`, InputFormat.findInputFormat(format), options),
    'open the file',
  );
  FFmpegError.throwIfError(input.findStreamInfoSync(), 'read the file');
}

/** DivX and similar, MPEG-1 and 2, Windows Media, Flash: no other FFmpeg decoder is used. */
const decodedCodecs: ReadonlySet<number> = new Set([
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_MSMPEG4V1,
  AV_CODEC_ID_MSMPEG4V2,
  AV_CODEC_ID_MSMPEG4V3,
  AV_CODEC_ID_MPEG1VIDEO,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_CODEC_ID_WMV1,
  AV_CODEC_ID_WMV2,
  AV_CODEC_ID_WMV3,
  AV_CODEC_ID_VC1,
  AV_CODEC_ID_FLV1,
  AV_CODEC_ID_VP6F,
  AV_CODEC_ID_H263,
  AV_CODEC_ID_MJPEG,
]);

/** Lines start at most this far from what they describe. */
const pictureStepSeconds = 0.25;
/** Size for vision; upright, square pixels. */
const pictureFilter =
  "scale=w='2*ceil(iw*sar*min(1,1280/max(iw*sar,ih))/2)':h='2*ceil(ih*min(1,1280/max(iw*sar,ih))/2)',setsar=1,format=yuv420p";
/** Only for speech detection. */
const soundFilter = 'aformat=sample_fmts=s16:sample_rates=16000:channel_layouts=mono';

interface StreamCopy {
  readonly count: number;
  add(packet: Packet | null): void;
  close(): void;
}

interface ViewingOptions {
  readonly maxSeconds: number;
  readonly listens: boolean;
}

/**
 * Writes a small Matroska file for vision and speech detection: four pictures a second, each a key frame (VP8), and the first sound
 * as PCM (with encoders that use frames the binding, node-av 6.1, loses the start time of a sound). Undecodable data is left out.
 * @returns false if the sound could not be decoded at all: nothing was written, and the caller should retry without sound
 * @throws CodedError `unsupported_codec` for other pictures, `video_too_large`, `video_too_long`, `invalid_video` if no picture can
 * be decoded
 */
function writeViewingCopy(
  input: FormatContext,
  picture: Stream,
  copyPath: string,
  { maxSeconds, listens }: ViewingOptions,
): boolean {
  if (!decodedCodecs.has(picture.codecpar.codecId)) throw new CodedError('unsupported_codec');
  requireBoundedSize(picture);
  const sound = listens ? findSound(input) : undefined;
  using muxer = Muxer.openSync(copyPath, { format: 'matroska' });
  const copies = new Map<number, StreamCopy>();
  try {
    copies.set(picture.index, copyPictures(picture, muxer, maxSeconds));
    if (sound) copies.set(sound.index, copySound(sound, muxer));
    readPackets(input, packet => copies.get(packet.streamIndex)?.add(packet));
    for (const copy of copies.values()) copy.add(null);
    if (copies.get(picture.index)?.count === 0) throw new CodedError('invalid_video');
    // The file starts when all tracks are known.
    muxer.closeSync();
    return !sound || copies.get(sound.index)?.count !== 0;
  } finally {
    for (const copy of copies.values()) copy.close();
  }
}

function findSound({ streams }: FormatContext): Stream | undefined {
  return streams.find(
    ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO && Codec.findDecoder(codecpar.codecId),
  );
}

function requireBoundedSize({ codecpar: { width, height } }: Stream): void {
  if (width > maxVideoSidePixels || height > maxVideoSidePixels || width * height > maxVideoPixels)
    throw new CodedError('video_too_large');
}

/** A truncated file yields what it has. */
function readPackets(input: FormatContext, take: (packet: Packet) => void): void {
  using packet = new Packet();
  packet.alloc();
  for (let read = input.readFrameSync(packet); read >= 0; read = input.readFrameSync(packet)) {
    const stream = input.streams[packet.streamIndex];
    if (stream) packet.timeBase = stream.timeBase;
    take(packet);
    packet.unref();
  }
}

function copyPictures(stream: Stream, muxer: Muxer, maxSeconds: number): StreamCopy {
  const filter = FilterAPI.create(pictureFilter);
  const encoder = Encoder.createSync(FF_ENCODER_LIBVPX_VP8, {
    bitrate: '4M',
    gopSize: 1,
    filter,
    // Not as `options`: the binding (node-av 6.1) frees their dictionary twice when an encoder is opened at once.
    configure(context) {
      context.setOption('deadline', 'realtime');
      context.setOption('cpu-used', '8');
    },
  });
  const write = createWriter(stream, muxer, { filter, encoder });
  let first: number | undefined;
  let nextSeconds = Number.NEGATIVE_INFINITY;
  let count = 0;
  /** The last skipped picture: it is used for the end of a video, and marks its duration. */
  let leftOut: Frame | undefined;
  const leaveOut = (frame: Frame | undefined) => {
    leftOut?.free();
    leftOut = frame;
  };
  const keep = (frame: Frame) => {
    count++;
    write.encode(frame);
  };
  return {
    get count() {
      return count;
    },
    add(packet) {
      for (const frame of write.decode(packet)) {
        using open = frame;
        const seconds = readSeconds(open);
        if (seconds === undefined) continue;
        first ??= seconds;
        if (seconds - first > maxSeconds) throw new CodedError('video_too_long');
        leaveOut(seconds < nextSeconds ? (open.clone() ?? undefined) : undefined);
        if (seconds < nextSeconds) continue;
        nextSeconds = seconds + pictureStepSeconds;
        keep(open);
      }
      if (packet) return;
      if (leftOut) keep(leftOut);
      write.finish();
    },
    close() {
      leaveOut(undefined);
      write.close();
    },
  };
}

function copySound(stream: Stream, muxer: Muxer): StreamCopy {
  const filter = FilterAPI.create(soundFilter);
  const write = createWriter(stream, muxer, {
    filter,
    encoder: Encoder.createSync(FF_ENCODER_PCM_S16LE, { filter }),
  });
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(packet) {
      for (const frame of write.decode(packet)) {
        using open = frame;
        count++;
        write.encode(open);
      }
      if (!packet) write.finish();
    },
    close: write.close,
  };
}

function createWriter(
  stream: Stream,
  muxer: Muxer,
  { filter, encoder }: { readonly filter: FilterAPI; readonly encoder: Encoder },
) {
  const decoder = Decoder.createSync(stream, { exitOnError: false });
  const place = muxer.addStream(encoder, { inputStream: stream });
  const writeAll = (packets: readonly Packet[]) => {
    for (const packet of packets) {
      using open = packet;
      muxer.writePacketSync(open, place);
    }
  };
  const encodeAll = (frames: readonly Frame[]) => {
    for (const frame of frames) {
      using open = frame;
      writeAll(encoder.encodeAllSync(open));
    }
  };
  return {
    decode: (packet: Packet | null) => decoder.decodeAllSync(packet),
    encode: (frame: Frame) => encodeAll(filter.processAllSync(frame)),
    finish() {
      filter.flushSync();
      encodeAll([...filter.flushFramesSync()]);
      writeAll(encoder.encodeAllSync(null));
    },
    close() {
      decoder.close();
      filter.close();
      encoder.close();
    },
  };
}

function readSeconds({ pts, timeBase }: Frame): number | undefined {
  return pts === AV_NOPTS_VALUE ? undefined : (Number(pts) * timeBase.num) / timeBase.den;
}
