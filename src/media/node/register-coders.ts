import { Worker } from 'node:worker_threads';
import {
  AvFrameAudioSampleResource,
  AvFrameVideoSampleResource,
  registerMediabunnyServer,
} from '@mediabunny/server';
import {
  type AudioCodec,
  AudioSample,
  CustomAudioDecoder,
  CustomVideoDecoder,
  type EncodedPacket,
  registerDecoder,
  registerEncoder,
  type VideoCodec,
  VideoSample,
} from 'mediabunny';
import * as av from 'node-av';
import { maxVideoPixels } from '#shared/limits.ts';
import type { CoderRequest, CoderResponse, SoundCoderConfig } from '../sound/sound-coder.ts';
import {
  type CoderListener,
  type CoderThread,
  ThreadedSoundEncoder,
} from '../sound/threaded-sound-encoder.ts';
import '../mp3/mp3-encoder.ts';

const pictureCodecIds: Partial<Record<VideoCodec, av.AVCodecID>> = {
  avc: av.AV_CODEC_ID_H264,
  hevc: av.AV_CODEC_ID_HEVC,
  vp8: av.AV_CODEC_ID_VP8,
  vp9: av.AV_CODEC_ID_VP9,
  av1: av.AV_CODEC_ID_AV1,
};

/** Primaries that look wrong when treated as BT.709. */
const primaries: Record<string, av.AVColorPrimaries> = {
  bt2020: av.AVCOL_PRI_BT2020,
  smpte432: av.AVCOL_PRI_SMPTE432,
};
const transfers: Record<string, av.AVColorTransferCharacteristic> = {
  pq: av.AVCOL_TRC_SMPTE2084,
  hlg: av.AVCOL_TRC_ARIB_STD_B67,
};

/**
 * FFmpeg's software decoders with a limit on the picture size, which mediabunny's own binding does not set. A file's index may say
 * 320 × 240 while the coded pictures are 15,872 × 15,872, from the start or later: the decoder refuses them before allocating
 * memory.
 */
class BoundedVideoDecoder extends CustomVideoDecoder {
  readonly #context = new av.CodecContext();
  readonly #packet = new av.Packet();
  readonly #frame = new av.Frame();
  /** Pending packets by the microsecond time that the decoder passes through. */
  readonly #packetsByTime = new Map<bigint, EncodedPacket>();
  #hasFailed = false;

  static override supports(codec: VideoCodec): boolean {
    return pictureCodecIds[codec] !== undefined;
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
      av.FFmpegError.throwIfError(await this.#context.sendPacket(null), 'flush the decoder');
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
    const codec = av.Codec.findDecoder(pictureCodecIds[this.codec] as av.AVCodecID);
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
    this.#context.colorPrimaries = primaries[colorSpace?.primaries ?? ''] ?? av.AVCOL_PRI_UNSPECIFIED;
    this.#context.colorTrc = transfers[colorSpace?.transfer ?? ''] ?? av.AVCOL_TRC_UNSPECIFIED;
    const options = av.Dictionary.fromObject({
      max_pixels: String(maxVideoPixels),
      // One: each thread has its own tables, which H.264 fills for a huge picture before refusing it.
      threads: '1',
      // Reorders B-pictures by the stream's limit, even if it does not state how many it uses.
      strict: '1',
    });
    av.FFmpegError.throwIfError(await this.#context.open2(codec, options), 'open the decoder');
  }

  async #send(packet: EncodedPacket): Promise<void> {
    const time = BigInt(packet.microsecondTimestamp);
    this.#packetsByTime.set(time, packet);
    this.#packet.data = Buffer.from(packet.data);
    this.#packet.isKeyframe = packet.type === 'key';
    this.#packet.pts = time;
    this.#packet.dts = av.AV_NOPTS_VALUE;
    const sent = await this.#context.sendPacket(this.#packet);
    this.#packet.unref();
    av.FFmpegError.throwIfError(sent, 'decode a picture');
  }

  async #receive(): Promise<void> {
    for (;;) {
      const received = await this.#context.receiveFrame(this.#frame);
      if (received === av.AVERROR_EAGAIN || received === av.AVERROR_EOF) return;
      av.FFmpegError.throwIfError(received, 'receive a picture');
      this.#emit();
    }
  }

  #emit(): void {
    const packet = this.#packetsByTime.get(this.#frame.pts);
    this.#packetsByTime.delete(this.#frame.pts);
    // A picture that FFmpeg filled up where data was missing was never in the video.
    if ((this.#frame.flags & av.AV_FRAME_FLAG_CORRUPT) !== 0) return;
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
  #pixelAspect(): av.Rational {
    const { codedWidth, codedHeight, displayAspectWidth, displayAspectHeight } = this.config;
    if (!codedWidth || !codedHeight || !displayAspectWidth || !displayAspectHeight)
      return new av.Rational(1, 1);
    return new av.Rational(displayAspectWidth * codedHeight, displayAspectHeight * codedWidth);
  }
}

function toBuffer(source: ArrayBufferLike | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}

const soundCodecIds: Partial<Record<AudioCodec, av.AVCodecID>> = {
  aac: av.AV_CODEC_ID_AAC,
  mp3: av.AV_CODEC_ID_MP3,
  opus: av.AV_CODEC_ID_OPUS,
  vorbis: av.AV_CODEC_ID_VORBIS,
  ac3: av.AV_CODEC_ID_AC3,
  eac3: av.AV_CODEC_ID_EAC3,
};

/**
 * FFmpeg's sound decoders, called on this thread: a packet takes a tenth of a millisecond, and mediabunny's own binding switches
 * threads three times for it. Damaged sound ends the reading here, not the process.
 */
class NodeSoundDecoder extends CustomAudioDecoder {
  readonly #context = new av.CodecContext();
  readonly #packet = new av.Packet();
  readonly #frame = new av.Frame();
  #hasFailed = false;

  static override supports(codec: AudioCodec): boolean {
    return soundCodecIds[codec] !== undefined;
  }

  override init(): void {
    this.#reportFailure(() => this.#open());
  }

  override decode(packet: EncodedPacket): void {
    this.#reportFailure(() => {
      this.#send(packet);
      this.#receive();
    });
  }

  override flush(): void {
    this.#reportFailure(() => {
      av.FFmpegError.throwIfError(this.#context.sendPacketSync(null), 'flush the decoder');
      this.#receive();
      this.#context.flushBuffers();
    });
  }

  override close(): void {
    this.#context.freeContext();
    this.#packet.free();
    this.#frame.free();
  }

  /** Passes a failure to mediabunny: an error thrown here would end the process (1.61). */
  #reportFailure(work: () => void): void {
    if (this.#hasFailed) return;
    try {
      work();
    } catch (error) {
      this.#hasFailed = true;
      this.onError(error);
    }
  }

  #open(): void {
    const codec = av.Codec.findDecoder(soundCodecIds[this.codec] as av.AVCodecID);
    if (!codec) throw new Error(`FFmpeg has no decoder for ${this.codec}.`);
    this.#packet.alloc();
    this.#frame.alloc();
    const { sampleRate, numberOfChannels, description } = this.config;
    this.#context.allocContext3(codec);
    this.#context.sampleRate = sampleRate;
    // With more channels the stream itself states the layout.
    const layout = numberOfChannels === 1 ? av.AV_CHANNEL_LAYOUT_MONO : av.AV_CHANNEL_LAYOUT_STEREO;
    if (numberOfChannels <= 2) this.#context.channelLayout = layout;
    this.#context.timeBase = new av.Rational(1, sampleRate);
    this.#context.extraData = description ? toBuffer(description) : null;
    av.FFmpegError.throwIfError(this.#context.open2Sync(codec, null), 'open the decoder');
  }

  #send(packet: EncodedPacket): void {
    const { sampleRate } = this.config;
    this.#packet.data = toBuffer(packet.data);
    this.#packet.isKeyframe = packet.type === 'key';
    this.#packet.timeBase = new av.Rational(1, sampleRate);
    this.#packet.pts = BigInt(Math.round(packet.timestamp * sampleRate));
    this.#packet.dts = av.AV_NOPTS_VALUE;
    this.#packet.duration = BigInt(Math.round(packet.duration * sampleRate));
    const sent = this.#context.sendPacketSync(this.#packet);
    this.#packet.unref();
    av.FFmpegError.throwIfError(sent, 'decode sound');
  }

  #receive(): void {
    for (;;) {
      const received = this.#context.receiveFrameSync(this.#frame);
      if (received === av.AVERROR_EAGAIN || received === av.AVERROR_EOF) return;
      av.FFmpegError.throwIfError(received, 'receive sound');
      this.onSample(this.#makeSample());
    }
  }

  #makeSample(): AudioSample {
    const { sampleRate: timesASecond } = this.config;
    const { format, channels, nbSamples, sampleRate } = this.#frame;
    if (format !== av.AV_SAMPLE_FMT_FLTP) {
      const copy = this.#frame.clone();
      if (!copy) throw new Error('There is no memory left for sound.');
      copy.timeBase = new av.Rational(1, timesASecond);
      return new AudioSample(new AvFrameAudioSampleResource(copy));
    }
    const bytes = nbSamples * Float32Array.BYTES_PER_ELEMENT;
    const data = new Uint8Array(channels * bytes);
    for (const [index, plane] of (this.#frame.data ?? []).entries())
      data.set(plane.subarray(0, bytes), index * bytes);
    const timestamp = Number(this.#frame.pts) / timesASecond;
    const layout = { format: 'f32-planar', numberOfChannels: channels, sampleRate } as const;
    return new AudioSample({ data, timestamp, ...layout });
  }
}

const encodedRatesHz: Partial<Record<AudioCodec, readonly number[]>> = {
  aac: [32_000, 44_100, 48_000],
  opus: [48_000],
};

/**
 * FFmpeg's AAC and Opus encoders for one or two channels. Registered before mediabunny's binding (1.59), which allocates for each
 * piece of sound and writes out of bounds if a piece is longer than the first.
 */
class NodeSoundEncoder extends ThreadedSoundEncoder {
  static override supports(codec: AudioCodec, { numberOfChannels, sampleRate }: AudioEncoderConfig): boolean {
    return numberOfChannels <= 2 && encodedRatesHz[codec]?.includes(sampleRate) === true;
  }

  protected override startThread(config: SoundCoderConfig, listener: CoderListener): CoderThread {
    const worker = new Worker(new URL('./sound-coder-worker.ts', import.meta.url), { workerData: config });
    const ended = Promise.withResolvers<void>();
    worker.on('message', (answer: CoderResponse) => listener.answer(answer));
    worker.on('error', error => listener.fail(error as Error));
    worker.on('exit', () => {
      listener.fail(new Error('The coder ended before its sound did.'));
      ended.resolve();
    });
    return {
      ask: (question, transferred) => worker.postMessage(question, [...transferred]),
      // The worker ends by itself: terminating it during a call crashes FFmpeg's binding and the process.
      async close() {
        worker.postMessage({ ends: true } satisfies CoderRequest);
        await ended.promise;
      },
    };
  }
}

// The first registered mp3 encoder is used, and that of @mediabunny/server (1.59) corrupts the process's memory.

// Before mediabunny's own decoders, which do not limit the picture size: the first registered is used.
registerDecoder(BoundedVideoDecoder);
registerEncoder(NodeSoundEncoder);
registerDecoder(NodeSoundDecoder);
// No hardware decoding: a hostile file could crash graphics drivers, too.
registerMediabunnyServer({ hardwareContext: null });
