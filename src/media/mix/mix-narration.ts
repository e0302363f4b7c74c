import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Channels } from '../sound/channels.ts';
import { changeRates, createSampleReader, type RatedSound } from '../sound/channels.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { createEnvelopeReader, planEnvelope } from './duck-envelope.ts';
import { createPeakLimiter } from './limit-peaks.ts';
import { ceilingDb } from './measure-voice.ts';
import type { MixSettings } from './mix-settings.ts';

const blockSeconds = 0.5;
/** Gains change over this many samples: about a millisecond. */
const gainStep = 64;

/** Music whose level is decided. */
export interface PlannedMusic {
  /** Left and right at the mix's rate, from the start of the mix. */
  readonly sounds: AsyncIterable<Channels>;
  /** A factor; read at ascending times. */
  readonly readGain: (seconds: number) => number;
}

export interface MixRequest {
  readonly voice: AsyncIterable<PlainSound>;
  /** From `computeVoiceGain`: a factor. */
  readonly voiceGain: number;
  /** Spans of the voice, in order. */
  readonly spans: readonly TimeSpan[];
  /** Left and right of each original sound at the mix's rate. Without any, and without music, the mix has one channel. */
  readonly originals: readonly AsyncIterable<Channels>[];
  readonly music?: PlannedMusic | undefined;
  readonly settings: MixSettings;
  readonly sampleRateHz: number;
  /** Exact duration of the mix: longer sound is cut, shorter followed by silence. */
  readonly lengthSeconds: number;
}

/**
 * Mixes a voice with the original sounds, lowered while the voice speaks, and with music, and keeps peaks below {@link ceilingDb}.
 * @returns left and right, or one channel for the voice alone, in pieces of half a second
 */
export async function* mixNarration(request: MixRequest): AsyncGenerator<Channels, void, undefined> {
  const { voice, voiceGain, originals, music, settings, sampleRateHz, lengthSeconds } = request;
  const channelCount = originals.length > 0 || music ? 2 : 1;
  const spoken = createSampleReader(changeRates(asChannels(voice), sampleRateHz), 1);
  const originalSounds = originals.map(original => createSampleReader(original, channelCount));
  const musicSound = music && createSampleReader(music.sounds, channelCount);
  const lower = createShaper(planOriginalGain(request.spans, settings), sampleRateHz);
  const shapeMusic = music && createShaper(music.readGain, sampleRateHz);
  const limiter = createPeakLimiter(sampleRateHz, channelCount, ceilingDb);
  const block = Math.round(blockSeconds * sampleRateHz);
  const length = Math.round(lengthSeconds * sampleRateHz);
  let early = limiter.delaySamples;
  try {
    for (let mixed = 0; mixed < length; mixed += block) {
      const count = Math.min(block, length - mixed);
      const [line = new Float32Array(count)] = await spoken.take(count);
      const channels = channelsOf(channelCount, count);
      for (const each of originalSounds) addTo(channels, await each.take(count));
      lower(channels);
      if (musicSound && shapeMusic) {
        const bed = await musicSound.take(count);
        shapeMusic(bed);
        addTo(channels, bed);
      }
      for (const samples of channels)
        for (let at = 0; at < count; at++)
          samples[at] = (samples[at] as number) + voiceGain * (line[at] as number);
      // The limiter's first output is its delay.
      yield limiter.add(channels).map(samples => samples.subarray(Math.min(early, count)));
      early = Math.max(0, early - count);
    }
    yield limiter.add(channelsOf(channelCount, limiter.delaySamples));
  } finally {
    await spoken.close();
    await Promise.all([...originalSounds, musicSound].map(each => each?.close()));
  }
}

function addTo(sums: readonly Float32Array[], channels: readonly Float32Array[]): void {
  for (const [index, sum] of sums.entries()) {
    const samples = channels[index] as Float32Array;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (samples[at] as number);
  }
}

function planOriginalGain(spans: readonly TimeSpan[], { originalDb, duckDb }: MixSettings) {
  const readDb = createEnvelopeReader(planEnvelope(spans, duckDb));
  return (seconds: number) => 10 ** ((readDb(seconds) + originalDb) / 20);
}

/** Applies a gain that changes over time, block by block. */
function createShaper(readGain: (seconds: number) => number, sampleRateHz: number) {
  let at = 0;
  let gain = readGain(0);
  return (channels: readonly Float32Array[]) => {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; from += gainStep) {
      const to = Math.min(length, from + gainStep);
      const next = readGain((at + to) / sampleRateHz);
      const change = (next - gain) / (to - from);
      for (const samples of channels)
        for (let index = from; index < to; index++)
          samples[index] = (samples[index] as number) * (gain + change * (index - from));
      gain = next;
    }
    at += length;
  };
}

async function* asChannels(sounds: AsyncIterable<PlainSound>): AsyncGenerator<RatedSound> {
  for await (const { sampleRateHz, samples } of sounds) yield { sampleRateHz, channels: [samples] };
}

function channelsOf(channelCount: number, length: number): Float32Array[] {
  return Array.from({ length: channelCount }, () => new Float32Array(length));
}
