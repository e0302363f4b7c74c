import {
  AV_CODEC_ID_FLV1,
  AV_CODEC_ID_H263,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MPEG1VIDEO,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_MSMPEG4V1,
  AV_CODEC_ID_MSMPEG4V2,
  AV_CODEC_ID_MSMPEG4V3,
  AV_CODEC_ID_VC1,
  AV_CODEC_ID_VP6F,
  AV_CODEC_ID_WMV1,
  AV_CODEC_ID_WMV2,
  AV_CODEC_ID_WMV3,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  Codec,
  Decoder,
  Encoder,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_PCM_S16LE,
  FilterAPI,
  type FormatContext,
  type Frame,
  Muxer,
  Packet,
  type Stream,
} from 'node-av';
import { CodedError } from '#shared/errors.ts';
import { maxVideoPixels, maxVideoSidePixels } from '#shared/limits.ts';

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
  /** Decoded and kept pieces. */
  readonly count: number;
  add(packet: Packet | null): void;
  close(): void;
}

export interface ViewingOptions {
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
export function writeViewingCopy(
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
export function readPackets(input: FormatContext, take: (packet: Packet) => void): void {
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

/** The path of a stream through decoder, filter and encoder into the file. */
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
