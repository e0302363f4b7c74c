import { stat } from 'node:fs/promises';
import * as av from 'node-av';
import { CodedError } from '#shared/errors.ts';
import { maxVideoTracks } from '#shared/limits.ts';
import { type FileFormat, isTooLarge } from '../container/video-file.ts';

/** A copy is about as large as its original; a larger one is an attack on the disk. */
const maxGrowth = 2;
const spareBytes = 16 * 1024 ** 2;

/** Codecs that our readers know and a finished video may contain, by FFmpeg's names. */
const copiedCodecs = ['h264', 'hevc', 'vp8', 'vp9', 'av1'];

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
  await using input = new av.FormatContext();
  openOlderFile(input, path, format);
  const picture = input.streams.find(({ codecpar }) => codecpar.codecType === av.AVMEDIA_TYPE_VIDEO);
  if (!picture) throw new CodedError(input.streams.length > 0 ? 'no_picture' : 'invalid_video');
  if (copiedCodecs.includes(nameCodec(picture))) {
    copyStreams(input, copyPath, maxGrowth * size + spareBytes);
    return true;
  }
  if (keepsPictures) throw new CodedError('unsupported_codec');
  return writeViewingCopy(input, picture, copyPath, maxSeconds, listens);
}

function copyStreams(input: av.FormatContext, copyPath: string, maxBytes: number): void {
  using muxer = av.Muxer.openSync(copyPath, { format: 'matroska' });
  const places = new Map<number, number>();
  for (const stream of input.streams)
    if ([av.AVMEDIA_TYPE_VIDEO, av.AVMEDIA_TYPE_AUDIO].some(type => type === stream.codecpar.codecType))
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
function openOlderFile(input: av.FormatContext, path: string, format: FileFormat): void {
  const options = av.Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: format,
    max_streams: String(maxVideoTracks),
  });
  input.allocContext();
  // AVI has no presentation times.
  input.setFlags(av.AVFMT_FLAG_GENPTS);
  av.FFmpegError.throwIfError(
    input.openInputSync(`file:${path}`, av.InputFormat.findInputFormat(format), options),
    'open the file',
  );
  av.FFmpegError.throwIfError(input.findStreamInfoSync(), 'read the file');
}

/** DivX and similar, MPEG-1 and 2, Windows Media, Flash: no other FFmpeg decoder is used. */
const decodedCodecs =
  'mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4v3 mpeg1video mpeg2video wmv1 wmv2 wmv3 vc1 flv1 vp6f h263 mjpeg'.split(
    ' ',
  );

/** Lines start at most this far from what they describe. */
const pictureStepSeconds = 0.25;
/** Size for vision; upright, square pixels. */
const pictureFilter =
  "scale=w='2*ceil(iw*sar*min(1,1280/max(iw*sar,ih))/2)':h='2*ceil(ih*min(1,1280/max(iw*sar,ih))/2)',setsar=1,format=yuv420p";
/** Only for speech detection. */
const soundFilter = 'aformat=sample_fmts=s16:sample_rates=16000:channel_layouts=mono';

type StreamCopy = { readonly count: number; add(packet: av.Packet | null): void; close(): void };

/**
 * Writes a small Matroska file for vision and speech detection: four pictures a second, each a key frame (VP8), and the first sound
 * as PCM (with encoders that use frames the binding, node-av 6.1, loses the start time of a sound). Undecodable data is left out.
 * @returns false if the sound could not be decoded at all: nothing was written, and the caller should retry without sound
 * @throws CodedError `unsupported_codec` for other pictures, `video_too_large`, `video_too_long`, `invalid_video` if no picture can
 * be decoded
 */
function writeViewingCopy(
  input: av.FormatContext,
  picture: av.Stream,
  copyPath: string,
  maxSeconds: number,
  listens: boolean,
): boolean {
  if (!decodedCodecs.includes(nameCodec(picture))) throw new CodedError('unsupported_codec');
  const { width, height } = picture.codecpar;
  if (isTooLarge(width, height)) throw new CodedError('video_too_large');
  const isSound = ({ codecpar: { codecType, codecId } }: av.Stream) =>
    codecType === av.AVMEDIA_TYPE_AUDIO && av.Codec.findDecoder(codecId);
  const sound = listens ? input.streams.find(isSound) : undefined;
  using muxer = av.Muxer.openSync(copyPath, { format: 'matroska' });
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

function nameCodec({ codecpar }: av.Stream): string {
  return av.avGetCodecName(codecpar.codecId) ?? '';
}

/** A truncated file yields what it has. */
function readPackets(input: av.FormatContext, take: (packet: av.Packet) => void): void {
  using packet = new av.Packet();
  packet.alloc();
  for (let read = input.readFrameSync(packet); read >= 0; read = input.readFrameSync(packet)) {
    const stream = input.streams[packet.streamIndex];
    if (stream) packet.timeBase = stream.timeBase;
    take(packet);
    packet.unref();
  }
}

function copyPictures(stream: av.Stream, muxer: av.Muxer, maxSeconds: number): StreamCopy {
  const filter = av.FilterAPI.create(pictureFilter);
  const encoder = av.Encoder.createSync(av.FF_ENCODER_LIBVPX_VP8, {
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
  let leftOut: av.Frame | undefined;
  const leaveOut = (frame: av.Frame | undefined) => {
    leftOut?.free();
    leftOut = frame;
  };
  const keep = (frame: av.Frame) => {
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
        const { pts, timeBase } = open;
        if (pts === av.AV_NOPTS_VALUE) continue;
        const seconds = (Number(pts) * timeBase.num) / timeBase.den;
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

function copySound(stream: av.Stream, muxer: av.Muxer): StreamCopy {
  const filter = av.FilterAPI.create(soundFilter);
  const write = createWriter(stream, muxer, {
    filter,
    encoder: av.Encoder.createSync(av.FF_ENCODER_PCM_S16LE, { filter }),
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
  stream: av.Stream,
  muxer: av.Muxer,
  { filter, encoder }: { readonly filter: av.FilterAPI; readonly encoder: av.Encoder },
) {
  const decoder = av.Decoder.createSync(stream, { exitOnError: false });
  const place = muxer.addStream(encoder, { inputStream: stream });
  const writeAll = (packets: readonly av.Packet[]) => {
    for (const packet of packets) {
      using open = packet;
      muxer.writePacketSync(open, place);
    }
  };
  const encodeAll = (frames: readonly av.Frame[]) => {
    for (const frame of frames) {
      using open = frame;
      writeAll(encoder.encodeAllSync(open));
    }
  };
  return {
    decode: (packet: av.Packet | null) => decoder.decodeAllSync(packet),
    encode: (frame: av.Frame) => encodeAll(filter.processAllSync(frame)),
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
