import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import { type PicturePause, sumPauses } from '#shared/script/picture-pauses.ts';
import { type Channels, changeRates, mixToStereo, type RatedSound } from './channels.ts';
import { readPastDamage } from './read-past-damage.ts';

export interface OriginalRequest {
  /** The time of the first picture, in seconds of the file: there the sound begins. */
  readonly startSeconds: number;
  readonly sampleRateHz: number;
  /** Where the picture stands still, in order: there the sound is silent. */
  readonly pauses: readonly PicturePause[];
  readonly signal: AbortSignal;
}

/** Less than this between two pieces is the file's rounding; more is a gap or an overlap, and is kept. */
const toleratedSeconds = 0.005;
/** Silence is given so much at a time. */
const silenceSeconds = 1;
/** Sound that breaks off for a pause fades so long, so that nothing cracks. */
const fadeSeconds = 0.005;

/**
 * Decodes the sound of a video as stereo at one rate, in pieces that follow each other without a gap: silence stands where the
 * sound begins late, has a hole, is damaged, or the picture stands still. Ends with the sound.
 * @throws CodedError `client_closed` when the signal fires; what the file's reader throws
 */
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
  { startSeconds, signal }: OriginalRequest,
): AsyncGenerator<RatedSound> {
  let endSeconds = 0;
  for await (const sample of decodePastDamage(track, startSeconds, signal)) {
    using open = sample;
    const { sampleRate: sampleRateHz } = open;
    const lateSeconds = open.timestamp - startSeconds - endSeconds;
    if (lateSeconds > toleratedSeconds) {
      yield* makeSilence(Math.round(lateSeconds * sampleRateHz), sampleRateHz);
      endSeconds += lateSeconds;
    }
    // What belongs before the first picture, or was heard already.
    const isEarly = lateSeconds < -toleratedSeconds || endSeconds === 0;
    const skipped = isEarly ? Math.max(0, Math.round(-lateSeconds * sampleRateHz)) : 0;
    if (skipped >= open.numberOfFrames) continue;
    const channels = mixToStereo(open).map(samples => samples.subarray(skipped));
    endSeconds += (open.numberOfFrames - skipped) / sampleRateHz;
    yield { sampleRateHz, channels };
  }
}

function* makeSilence(length: number, sampleRateHz: number): Generator<RatedSound> {
  for (let rest = length; rest > 0; rest -= silenceSeconds * sampleRateHz) {
    const samples = new Float32Array(Math.min(rest, silenceSeconds * sampleRateHz));
    yield { sampleRateHz, channels: [samples, samples] };
  }
}

/** Damaged sound is left out. */
async function* decodePastDamage(
  track: InputAudioTrack,
  startSeconds: number,
  signal: AbortSignal,
): AsyncGenerator<AudioSample> {
  const sink = new AudioSampleSink(track);
  yield* readPastDamage(
    {
      decode: fromSeconds => untilCancelled(sink.samples(fromSeconds), signal),
      getSpan: ({ timestamp, duration }) => ({ startSeconds: timestamp, endSeconds: timestamp + duration }),
    },
    { startSeconds, endSeconds: await track.computeDuration() },
  );
}

/** Silence where the picture stands still, exact to a sample however many such places there are. */
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
      for (const { channels } of makeSilence(silent, sampleRateHz)) yield channels;
    }
    yield channels.map(samples => samples.subarray(from));
    read += length;
  }
}

/** A part of a piece, which becomes silent at its end. */
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
