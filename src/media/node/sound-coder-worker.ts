import { parentPort, workerData } from 'node:worker_threads';
import * as av from 'node-av';
import {
  type CodedSound,
  type CoderRequest,
  cutFrames,
  handleRequest,
  type SoundCoder,
  type SoundCoderConfig,
} from '../sound/sound-coder.ts';

const codecIds = { aac: av.AV_CODEC_ID_AAC, opus: av.AV_CODEC_ID_OPUS } as const;
/**
 * "Better and much faster" than the default search above 64 kbit/s (FFmpeg's documentation of its encoder). The mid/side search
 * took two thirds of the time (measured on narrated videos) without improving the sound.
 */
const aacOptions = { aac_coder: 'fast', aac_ms: '0' };
/**
 * FFmpeg's `-q:a 2`. A fixed bit rate encodes each frame up to five times and wastes bits on simple sound. At this quality each
 * frame is encoded once, up to four times as fast, with less audible loss than 192 kbit/s in all measurements: 55 kbit/s for tones,
 * 90 for speech, 190 for film music, 310 for a noisy video, stereo.
 */
const aacQuality = 2 * av.FF_QP2LAMBDA;

function createSoundCoder(config: SoundCoderConfig): SoundCoder {
  const codec = av.Codec.findEncoder(codecIds[config.codec]);
  if (!codec) throw new Error(`FFmpeg has no coder for ${config.codec}.`);
  const isPlanar = !codec.sampleFormats || codec.sampleFormats.includes(av.AV_SAMPLE_FMT_FLTP);
  const context = new av.CodecContext();
  context.allocContext3(codec);
  context.sampleRate = config.sampleRateHz;
  context.channelLayout = config.channelCount === 1 ? av.AV_CHANNEL_LAYOUT_MONO : av.AV_CHANNEL_LAYOUT_STEREO;
  context.sampleFormat = isPlanar ? av.AV_SAMPLE_FMT_FLTP : av.AV_SAMPLE_FMT_FLT;
  context.timeBase = new av.Rational(1, config.sampleRateHz);
  context.bitRate = BigInt(config.bitsPerSecond);
  // Not by a dictionary: the binding (node-av 6.1) frees it twice when an encoder is opened at once.
  if (config.codec === 'aac') {
    for (const [name, value] of Object.entries(aacOptions)) context.setOption(name, value);
    context.setFlags(av.AV_CODEC_FLAG_QSCALE);
    context.globalQuality = aacQuality;
  }
  av.FFmpegError.throwIfError(context.open2Sync(codec, null), 'open the coder');
  const frame = new av.Frame();
  frame.alloc();
  frame.format = context.sampleFormat;
  frame.sampleRate = context.sampleRate;
  frame.channelLayout = context.channelLayout;
  frame.nbSamples = context.frameSize;
  av.FFmpegError.throwIfError(frame.allocBuffer(), 'take memory for sound');
  const packet = new av.Packet();
  packet.alloc();
  let coded = 0;

  const receive = (): CodedSound[] => {
    const pieces: CodedSound[] = [];
    for (;;) {
      const received = context.receivePacketSync(packet);
      if (received === av.AVERROR_EAGAIN || received === av.AVERROR_EOF) return pieces;
      av.FFmpegError.throwIfError(received, 'code sound');
      const samples = Number(packet.duration) || context.frameSize;
      if (packet.data) pieces.push({ data: Uint8Array.from(packet.data), samples });
      packet.unref();
    }
  };
  const size = { frameSize: context.frameSize, channelCount: config.channelCount };
  const frames = cutFrames(size, channels => {
    // The encoder may still read its last input.
    av.FFmpegError.throwIfError(frame.makeWritable(), 'take memory for sound');
    fillFrame(frame, channels, isPlanar);
    frame.pts = BigInt(coded);
    coded += context.frameSize;
    av.FFmpegError.throwIfError(context.sendFrameSync(frame), 'code sound');
    return receive();
  });
  return {
    description: Uint8Array.from(context.extraData ?? []),
    add: frames.add,
    finish() {
      const last = frames.finish();
      av.FFmpegError.throwIfError(context.sendFrameSync(null), 'end the sound');
      return [...last, ...receive()];
    },
    close() {
      frame.free();
      packet.free();
      context.freeContext();
    },
  };
}

function fillFrame(frame: av.Frame, channels: readonly Float32Array[], isPlanar: boolean): void {
  const planes = (frame.data ?? []).map(
    plane => new Float32Array(plane.buffer, plane.byteOffset, Math.floor(plane.byteLength / 4)),
  );
  if (isPlanar) {
    for (const [index, samples] of channels.entries()) planes[index]?.set(samples);
    return;
  }
  const interleaved = planes[0] as Float32Array;
  for (const [index, samples] of channels.entries())
    for (let at = 0; at < samples.length; at++)
      interleaved[at * channels.length + index] = samples[at] as number;
}

const coder = createSoundCoder(workerData as SoundCoderConfig);

parentPort?.on('message', (question: CoderRequest) => {
  const { answer, transferred, ends } = handleRequest(coder, question);
  parentPort?.postMessage(answer, transferred);
  if (ends) parentPort?.close();
});
