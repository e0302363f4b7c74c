import { AvFrameVideoSampleResource } from '@mediabunny/server';
import { CustomVideoDecoder, type EncodedPacket, type VideoCodec, VideoSample } from 'mediabunny';
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_FRAME_FLAG_CORRUPT,
  AV_NOPTS_VALUE,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE432,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVCOL_TRC_UNSPECIFIED,
  type AVCodecID,
  type AVColorPrimaries,
  type AVColorTransferCharacteristic,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import { maxVideoPixels } from '#shared/limits.ts';

const codecIds: Partial<Record<VideoCodec, AVCodecID>> = {
  avc: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  vp8: AV_CODEC_ID_VP8,
  vp9: AV_CODEC_ID_VP9,
  av1: AV_CODEC_ID_AV1,
};

/** Primaries that look wrong when treated as BT.709. */
const primaries: Record<string, AVColorPrimaries> = {
  bt2020: AVCOL_PRI_BT2020,
  smpte432: AVCOL_PRI_SMPTE432,
};
const transfers: Record<string, AVColorTransferCharacteristic> = {
  pq: AVCOL_TRC_SMPTE2084,
  hlg: AVCOL_TRC_ARIB_STD_B67,
};

/**
 * FFmpeg's software decoders with a limit on the picture size, which mediabunny's own binding does not set. A file's index may say
 * 320 × 240 while the coded pictures are 15,872 × 15,872, from the start or later: the decoder refuses them before allocating
 * memory.
 */
export class BoundedVideoDecoder extends CustomVideoDecoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  /** Pending packets by the microsecond time that the decoder passes through. */
  readonly #packetsByTime = new Map<bigint, EncodedPacket>();
  #hasFailed = false;

  static override supports(codec: VideoCodec): boolean {
    return codecIds[codec] !== undefined;
  }

  override init(): Promise<void> {
    return this.#reportFailure(() => this.#open());
  }

  override decode(packet: EncodedPacket): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#send(packet);
      await this.#receive();
    });
  }

  override flush(): Promise<void> {
    return this.#reportFailure(async () => {
      FFmpegError.throwIfError(await this.#context.sendPacket(null), 'flush the decoder');
      await this.#receive();
      this.#context.flushBuffers();
      this.#packetsByTime.clear();
    });
  }

  override close(): void {
    this.#context.freeContext();
    this.#packet.free();
    this.#frame.free();
  }

  /**
   * Passes a failure to mediabunny and resolves. A rejection would end the process: mediabunny chains its calls to a decoder and
   * drops a rejection at the chain's end (1.61).
   */
  async #reportFailure(work: () => Promise<void>): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await work();
    } catch (error) {
      this.#hasFailed = true;
      this.onError(error);
    }
  }

  async #open(): Promise<void> {
    const codec = Codec.findDecoder(codecIds[this.codec] as AVCodecID);
    if (!codec) throw new Error(`FFmpeg has no decoder for ${this.codec}.`);
    this.#packet.alloc();
    this.#frame.alloc();
    const { codedWidth = 0, codedHeight = 0, description } = this.config;
    this.#context.allocContext3(codec);
    this.#context.width = codedWidth;
    this.#context.height = codedHeight;
    this.#context.extraData = description ? toBuffer(description) : null;
    // The container's colour space, for codecs without one (VP9).
    const { colorSpace } = this.config;
    this.#context.colorPrimaries = primaries[colorSpace?.primaries ?? ''] ?? AVCOL_PRI_UNSPECIFIED;
    this.#context.colorTrc = transfers[colorSpace?.transfer ?? ''] ?? AVCOL_TRC_UNSPECIFIED;
    const options = Dictionary.fromObject({
      max_pixels: String(maxVideoPixels),
      // One: each thread has its own tables, which H.264 fills for a huge picture before refusing it.
      threads: '1',
      // Reorders B-pictures by the stream's limit, even if it does not state how many it uses.
      strict: '1',
    });
    FFmpegError.throwIfError(await this.#context.open2(codec, options), 'open the decoder');
  }

  async #send(packet: EncodedPacket): Promise<void> {
    const time = BigInt(packet.microsecondTimestamp);
    this.#packetsByTime.set(time, packet);
    this.#packet.data = Buffer.from(packet.data);
    this.#packet.isKeyframe = packet.type === 'key';
    this.#packet.pts = time;
    this.#packet.dts = AV_NOPTS_VALUE;
    const sent = await this.#context.sendPacket(this.#packet);
    this.#packet.unref();
    FFmpegError.throwIfError(sent, 'decode a picture');
  }

  async #receive(): Promise<void> {
    for (;;) {
      const received = await this.#context.receiveFrame(this.#frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      FFmpegError.throwIfError(received, 'receive a picture');
      this.#emit();
    }
  }

  #emit(): void {
    const packet = this.#packetsByTime.get(this.#frame.pts);
    this.#packetsByTime.delete(this.#frame.pts);
    // A picture that FFmpeg filled up where data was missing was never in the video.
    if ((this.#frame.flags & AV_FRAME_FLAG_CORRUPT) !== 0) return;
    this.#frame.sampleAspectRatio = this.#pixelAspect();
    const copy = this.#frame.clone();
    if (!copy) throw new Error('There is no memory left for a picture.');
    this.onSample(
      new VideoSample(new AvFrameVideoSampleResource(copy), {
        // The container's time is finer than microseconds.
        timestamp: packet?.timestamp ?? Number(this.#frame.pts) / 1e6,
        duration: packet?.duration ?? 0,
      }),
    );
  }

  /** The container's value, as in browsers; the codec's is often wrong. */
  #pixelAspect(): Rational {
    const { codedWidth, codedHeight, displayAspectWidth, displayAspectHeight } = this.config;
    if (!codedWidth || !codedHeight || !displayAspectWidth || !displayAspectHeight) return new Rational(1, 1);
    return new Rational(displayAspectWidth * codedHeight, displayAspectHeight * codedWidth);
  }
}

export function toBuffer(source: ArrayBufferLike | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}
