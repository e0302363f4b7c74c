import { AudioSample, AudioSampleSource } from 'mediabunny';
import type { Channels } from './stereo-sound.ts';
import type { TrackWriter } from './write-in-step.ts';

/** What the sound of a narrated video is coded as. */
export interface SoundCoding {
  readonly codec: 'aac' | 'opus';
  readonly sampleRateHz: number;
  readonly channelCount: 1 | 2;
}

/**
 * For one channel; two have twice as much. What broadcasters ask of AAC (EBU Tech 3339), and more than Opus needs. In Node a
 * quality is asked of AAC in place of it.
 */
const bitsPerSecondAndChannel = 96_000;
/**
 * FFmpeg's coder of AAC, in Node as in the page, gives a frame of silence out first, and no container is told. So that picture
 * and sound stay in step in every player, as many samples of the beginning are left out: a fiftieth of a second.
 */
const aacDelaySamples = 1024;

/** Encodes sound that follows on without a gap from the beginning of the video, as one track. */
export function encodeSound(
  pieces: AsyncIterable<Channels>,
  { codec, sampleRateHz, channelCount }: SoundCoding,
): TrackWriter<AudioSampleSource> {
  const source = new AudioSampleSource({ codec, bitrate: channelCount * bitsPerSecondAndChannel });
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
    using sample = new AudioSample({
      data,
      format,
      numberOfChannels: channelCount,
      sampleRate: sampleRateHz,
      timestamp,
    });
    given += length;
    await source.add(sample);
  };
  return {
    source,
    get reachedSeconds() {
      return given / sampleRateHz;
    },
    async writeNext() {
      const next = await iterator.next();
      if (next.done) return false;
      const length = next.value[0]?.length ?? 0;
      const from = Math.min(skipped, length);
      skipped -= from;
      await give(next.value.map(samples => samples.subarray(from)));
      return true;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
