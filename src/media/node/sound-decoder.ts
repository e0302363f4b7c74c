import { AvFrameAudioSampleResource } from '@mediabunny/server';
import { type AudioCodec, AudioSample, CustomAudioDecoder, type EncodedPacket } from 'mediabunny';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VORBIS,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  type AVCodecID,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import { toBuffer } from './bounded-decoder.ts';

const codecIds: Partial<Record<AudioCodec, AVCodecID>> = {
  aac: AV_CODEC_ID_AAC,
  mp3: AV_CODEC_ID_MP3,
  opus: AV_CODEC_ID_OPUS,
  vorbis: AV_CODEC_ID_VORBIS,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
};

/**
 * FFmpeg's sound decoders, called on this thread: a packet takes a tenth of a millisecond, and mediabunny's own binding switches
 * threads three times for it. Damaged sound ends the reading here, not the process.
 */
export class NodeSoundDecoder extends CustomAudioDecoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #hasFailed = false;

  static override supports(codec: AudioCodec): boolean {
    return codecIds[codec] !== undefined;
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
      FFmpegError.throwIfError(this.#context.sendPacketSync(null), 'flush the decoder');
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
    const codec = Codec.findDecoder(codecIds[this.codec] as AVCodecID);
    if (!codec) throw new Error(`FFmpeg has no decoder for ${this.codec}.`);
    this.#packet.alloc();
    this.#frame.alloc();
    const { sampleRate, numberOfChannels, description } = this.config;
    this.#context.allocContext3(codec);
    this.#context.sampleRate = sampleRate;
    // With more channels the stream itself states the layout.
    const layout = numberOfChannels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    if (numberOfChannels <= 2) this.#context.channelLayout = layout;
    this.#context.timeBase = new Rational(1, sampleRate);
    this.#context.extraData = description ? toBuffer(description) : null;
    FFmpegError.throwIfError(this.#context.open2Sync(codec, null), 'open the decoder');
  }

  #send(packet: EncodedPacket): void {
    const { sampleRate } = this.config;
    this.#packet.data = Buffer.from(packet.data.buffer, packet.data.byteOffset, packet.data.byteLength);
    this.#packet.isKeyframe = packet.type === 'key';
    this.#packet.timeBase = new Rational(1, sampleRate);
    this.#packet.pts = BigInt(Math.round(packet.timestamp * sampleRate));
    this.#packet.dts = AV_NOPTS_VALUE;
    this.#packet.duration = BigInt(Math.round(packet.duration * sampleRate));
    const sent = this.#context.sendPacketSync(this.#packet);
    this.#packet.unref();
    FFmpegError.throwIfError(sent, 'decode sound');
  }

  #receive(): void {
    for (;;) {
      const received = this.#context.receiveFrameSync(this.#frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      FFmpegError.throwIfError(received, 'receive sound');
      this.onSample(this.#makeSample());
    }
  }

  #makeSample(): AudioSample {
    const { sampleRate: timesASecond } = this.config;
    const { format, channels, nbSamples, sampleRate } = this.#frame;
    if (format !== AV_SAMPLE_FMT_FLTP) {
      const copy = this.#frame.clone();
      if (!copy) throw new Error('There is no memory left for sound.');
      copy.timeBase = new Rational(1, timesASecond);
      return new AudioSample(new AvFrameAudioSampleResource(copy));
    }
    const bytes = nbSamples * Float32Array.BYTES_PER_ELEMENT;
    const data = new Uint8Array(channels * bytes);
    for (const [index, plane] of (this.#frame.data ?? []).entries())
      data.set(plane.subarray(0, bytes), index * bytes);
    const timestamp = Number(this.#frame.pts) / timesASecond;
    return new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels,
      sampleRate,
      timestamp,
    });
  }
}
