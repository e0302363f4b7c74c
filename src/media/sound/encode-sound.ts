import {
  AdtsOutputFormat,
  AudioSample,
  type AudioSampleInit,
  AudioSampleSource,
  type EncodedPacket,
  NullTarget,
  OggOutputFormat,
  Output,
} from 'mediabunny';
import type { PacketSink, TrackWriter } from '../container/video-output.ts';
import type { Channels } from './channels.ts';

/** What the sound of a narrated video is coded as. */
export interface SoundCoding {
  readonly codec: 'aac' | 'opus';
  readonly sampleRateHz: number;
  readonly channelCount: 1 | 2;
  /** The track ends there, though the last coded piece is longer. */
  readonly lengthSeconds: number;
}

/**
 * For one channel; two have twice as much. What broadcasters ask of AAC (EBU Tech 3339), and more than Opus needs. In Node a
 * quality is asked of AAC in place of it.
 */
const bitsPerSecondAndChannel = 96_000;
/**
 * FFmpeg's coder of AAC, in Node as in the page, gives a frame of silence out first, and no container says so. So that picture
 * and sound stay in step in every player, as many samples of the beginning are left out: a fiftieth of a second.
 */
const aacDelaySamples = 1024;

/** Encodes sound that follows on without a gap from the beginning of the video, as one track. */
export async function encodeSound(
  pieces: AsyncIterable<Channels>,
  coding: SoundCoding,
  sink: PacketSink<AudioDecoderConfig>,
): Promise<TrackWriter> {
  const { codec, sampleRateHz, channelCount } = coding;
  const encoder = await startEncoder(coding, sink);
  const iterator = pieces[Symbol.asyncIterator]();
  let skipped = codec === 'aac' ? aacDelaySamples : 0;
  let given = 0;
  const give = async (channels: Channels) => {
    const length = channels[0]?.length ?? 0;
    if (length === 0) return;
    const data = new Float32Array(length * channelCount);
    for (const [index, samples] of channels.entries()) data.set(samples, index * length);
    const format = 'f32-planar';
    const timestamp = given / sampleRateHz;
    given += length;
    await encoder.encode({
      data,
      format,
      numberOfChannels: channelCount,
      sampleRate: sampleRateHz,
      timestamp,
    });
  };
  return {
    get reachedSeconds() {
      return given / sampleRateHz;
    },
    async writeNext() {
      const next = await iterator.next();
      if (next.done) {
        await encoder.finish();
        return false;
      }
      const length = next.value[0]?.length ?? 0;
      const from = Math.min(skipped, length);
      skipped -= from;
      await give(next.value.map(samples => samples.subarray(from)));
      return true;
    },
    async close() {
      await iterator.return?.();
      await encoder.close();
    },
  };
}

/** mediabunny encodes for a file only: this one goes nowhere, what is coded goes into the sink. */
async function startEncoder(
  { codec, sampleRateHz, channelCount, lengthSeconds }: SoundCoding,
  sink: PacketSink<AudioDecoderConfig>,
) {
  const coded: EncodedPacket[] = [];
  let config: AudioDecoderConfig | undefined;
  const source = new AudioSampleSource({
    codec,
    bitrate: channelCount * bitsPerSecondAndChannel,
    onEncodedPacket: (packet, meta) => {
      coded.push(packet);
      config ??= meta?.decoderConfig;
    },
  });
  const format = codec === 'aac' ? new AdtsOutputFormat() : new OggOutputFormat();
  const output = new Output({ format, target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  const pass = async () => {
    for (const packet of coded.splice(0)) {
      const duration = Math.min(packet.duration, lengthSeconds - packet.timestamp);
      if (config && duration * sampleRateHz >= 1) await sink.add(packet.clone({ duration }), config);
    }
  };
  return {
    async encode(sound: AudioSampleInit) {
      using sample = new AudioSample(sound);
      await source.add(sample);
      await pass();
    },
    async finish() {
      await output.finalize();
      await pass();
      sink.close();
    },
    async close() {
      if (output.state !== 'finalized') await output.cancel().catch(() => {});
    },
  };
}
