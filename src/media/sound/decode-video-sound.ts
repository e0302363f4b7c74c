import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { untilCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { type PicturePause, sumPauses } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import {
  type Channels,
  changeRates,
  mixToStereo,
  type PlainSound,
  type RatedSound,
  readChannel,
} from './channels.ts';
import { chooseSounds } from './choose-sounds.ts';

export interface SoundPiece extends PlainSound {
  /** In seconds from the first picture. */
  readonly startSeconds: number;
}

/** The default sound ({@link chooseSounds}); empty if there is none, or none that can be decoded here. */
export async function* decodeVideoSound(video: OpenVideo, signal: AbortSignal): AsyncGenerator<SoundPiece> {
  const { used } = await chooseSounds(video);
  for (const track of used) yield* decodeTrackSound(track, video.startSeconds, signal);
}

/**
 * Decodes a sound track as mono, a few hundredths of a second at a time, with bounded memory.
 * @param startSeconds the time of the first picture in the file
 * @param fromSeconds where to start, in seconds from the first picture
 * @throws CodedError `invalid_video` if the file breaks off, `client_closed` when `signal` fires
 */
export async function* decodeTrackSound(
  track: InputAudioTrack,
  startSeconds: number,
  signal: AbortSignal,
  fromSeconds = 0,
): AsyncGenerator<SoundPiece> {
  const samples = new AudioSampleSink(track).samples(startSeconds + fromSeconds);
  for await (const sample of untilCancelled(samples, signal)) {
    using open = sample;
    yield {
      startSeconds: open.timestamp - startSeconds,
      sampleRateHz: open.sampleRate,
      samples: mixToMono(open),
    };
  }
}

/** Mixes all channels, also of surround sound, except bass: film dialogue is in the centre. */
function mixToMono(sample: AudioSample): Float32Array {
  if (sample.numberOfChannels === 1) return readChannel(sample, 0);
  const [left, right] = mixToStereo(sample);
  for (let at = 0; at < left.length; at++) left[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
  return left;
}

/** Damage is skipped in growing steps, each as long as all before it: short damage loses little, long damage takes few steps. */
const skipSeconds = { least: 0.1, most: 10 } as const;

/**
 * @param decode fails at damage
 * @param getSpan the time of a piece, in the same seconds
 * @param within no attempt after its end
 * @param noteDamage gets a span before the next piece
 * @throws CodedError of decoding
 */
export async function* readPastDamage<Piece>(
  decode: (fromSeconds: number) => AsyncIterable<Piece>,
  getSpan: (piece: Piece) => TimeSpan,
  within: TimeSpan,
  noteDamage?: (span: TimeSpan) => void,
): AsyncGenerator<Piece> {
  let decodedSeconds = within.startSeconds;
  /** Skipped since the last decoded piece. */
  let skippedSeconds = 0;
  const endDamage = (endSeconds: number) => {
    if (skippedSeconds > 0) noteDamage?.({ startSeconds: decodedSeconds, endSeconds });
    skippedSeconds = 0;
  };
  while (decodedSeconds + skippedSeconds < within.endSeconds) {
    try {
      for await (const piece of decode(decodedSeconds + skippedSeconds)) {
        const { startSeconds, endSeconds } = getSpan(piece);
        endDamage(startSeconds);
        decodedSeconds = Math.max(decodedSeconds, endSeconds);
        yield piece;
      }
      break;
    } catch (error) {
      if (error instanceof CodedError) throw error;
      skippedSeconds += Math.min(Math.max(skippedSeconds, skipSeconds.least), skipSeconds.most);
    }
  }
  endDamage(decodedSeconds + skippedSeconds);
}

interface OriginalRequest {
  /** Time of the first picture in seconds of the file: start of the sound. */
  readonly startSeconds: number;
  readonly sampleRateHz: number;
  /** Pauses of the picture, in order: the sound is silent there. */
  readonly pauses: readonly PicturePause[];
  readonly signal: AbortSignal;
  /** One channel instead of two. */
  readonly isMono?: boolean;
}

/** A smaller difference between two pieces is rounding; a larger one is a real gap or overlap, and is kept. */
const toleratedSeconds = 0.005;
const silenceSeconds = 1;
/** Fade at a pause, to avoid clicks. */
const fadeSeconds = 0.005;

/** At one rate, with silence for a late start, gaps, damage and pauses. @throws CodedError `client_closed`; of the reader */
export async function* readOriginal(
  track: InputAudioTrack,
  request: OriginalRequest,
): AsyncGenerator<Channels> {
  const { sampleRateHz, pauses } = request;
  const even = changeRates(readWithoutGaps(track, request), sampleRateHz);
  yield* insertPauses(even, sampleRateHz, pauses);
}

async function* readWithoutGaps(
  track: InputAudioTrack,
  { startSeconds, signal, isMono = false }: OriginalRequest,
): AsyncGenerator<RatedSound> {
  const sink = new AudioSampleSink(track);
  const samples = readPastDamage(
    fromSeconds => untilCancelled(sink.samples(fromSeconds), signal),
    ({ timestamp, duration }) => ({ startSeconds: timestamp, endSeconds: timestamp + duration }),
    { startSeconds, endSeconds: await track.computeDuration() },
  );
  let endSeconds = 0;
  for await (const sample of samples) {
    using open = sample;
    const { sampleRate: sampleRateHz } = open;
    const lateSeconds = open.timestamp - startSeconds - endSeconds;
    if (lateSeconds > toleratedSeconds) {
      yield* makeSilence(Math.round(lateSeconds * sampleRateHz), sampleRateHz, isMono ? 1 : 2);
      endSeconds += lateSeconds;
    }
    // Before the first picture, or a repetition.
    const isEarly = lateSeconds < -toleratedSeconds || endSeconds === 0;
    const skipped = isEarly ? Math.max(0, Math.round(-lateSeconds * sampleRateHz)) : 0;
    if (skipped >= open.numberOfFrames) continue;
    const mixed = isMono ? [mixToMono(open)] : mixToStereo(open);
    const channels = mixed.map(samples => samples.subarray(skipped));
    endSeconds += (open.numberOfFrames - skipped) / sampleRateHz;
    yield { sampleRateHz, channels };
  }
}

function* makeSilence(length: number, sampleRateHz: number, channelCount: number): Generator<RatedSound> {
  for (let rest = length; rest > 0; rest -= silenceSeconds * sampleRateHz) {
    const samples = new Float32Array(Math.min(rest, silenceSeconds * sampleRateHz));
    yield { sampleRateHz, channels: Array.from({ length: channelCount }, () => samples) };
  }
}

/** Inserts silence for pauses, exact to a sample for any number of them. */
async function* insertPauses(
  pieces: AsyncIterable<Channels>,
  sampleRateHz: number,
  pauses: readonly PicturePause[],
): AsyncGenerator<Channels> {
  const fadeSamples = Math.round(fadeSeconds * sampleRateHz);
  let read = 0;
  let next = 0;
  for await (const channels of pieces) {
    const length = channels[0]?.length ?? 0;
    let from = 0;
    for (let pause = pauses[next]; pause; pause = pauses[next]) {
      const at = Math.round(pause.atSeconds * sampleRateHz) - read;
      if (at >= length) break;
      const cut = Math.max(from, at);
      yield fade(channels, from, cut, fadeSamples);
      from = cut;
      next++;
      const before = Math.round(sumPauses(pauses.slice(0, next - 1)) * sampleRateHz);
      const silent = Math.round(sumPauses(pauses.slice(0, next)) * sampleRateHz) - before;
      for (const silence of makeSilence(silent, sampleRateHz, channels.length)) yield silence.channels;
    }
    yield channels.map(samples => samples.subarray(from));
    read += length;
  }
}

function fade(channels: Channels, from: number, to: number, fadeSamples: number): Channels {
  return channels.map(samples => {
    const part = samples.slice(from, to);
    const faded = Math.min(fadeSamples, part.length);
    for (let at = 0; at < faded; at++) {
      const index = part.length - 1 - at;
      part[index] = ((part[index] as number) * at) / fadeSamples;
    }
    return part;
  });
}
