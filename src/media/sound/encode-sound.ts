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

export interface SoundCoding {
  readonly codec: 'aac' | 'opus';
  readonly sampleRateHz: number;
  readonly channelCount: 1 | 2;
  /** End of the track; the last packet may be longer. */
  readonly lengthSeconds: number;
}

/** Per channel; broadcasters require it for AAC (EBU Tech 3339). In Node AAC is encoded by quality instead. */
const bitsPerSecondAndChannel = 96_000;
/**
 * FFmpeg's AAC encoder, in Node and in the page, first outputs a frame of silence, which no container declares. To keep picture and
 * sound in sync, that many samples of the beginning are dropped: a fiftieth of a second.
 */
const aacDelaySamples = 1024;

/** Encodes continuous sound from the start of the video as one track. */
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
    const timestamp = given / sampleRateHz;
    given += length;
    const format = { numberOfChannels: channelCount, sampleRate: sampleRateHz } as const;
    await encoder.encode({ format: 'f32-planar', data, timestamp, ...format });
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

/** mediabunny only encodes into a file: this one is discarded, and its packets go to the sink. */
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
