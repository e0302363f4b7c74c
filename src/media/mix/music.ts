import { refuse } from '#shared/errors.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { joinSpans, type TimeSpan } from '#shared/script/gaps.ts';
import { type Channels, changeRates, createSampleReader, type RatedSound } from '../sound/channels.ts';
import {
  computeLufs,
  createLoudnessMeter,
  type LoudnessMeter,
  meterStepSeconds,
  type VoiceMeasure,
} from './measure-loudness.ts';

/** Duration of the fade before the voice; a longer one follows it. */
const attackSeconds = 0.2;
const releaseSeconds = 0.4;
/** The original stays low over shorter pauses of the voice, to avoid pumping. */
const joinedGapSeconds = 1.5;

/** A point of the gain curve; gain in dB is linear between points. */
type EnvelopePoint = { readonly seconds: number; readonly db: number };

/** In dB: 0 except while the voice sounds, fully lowered from its first sample on. @param duckDb attenuation, 0 or more */
export function planEnvelope(spans: readonly TimeSpan[], duckDb: number): EnvelopePoint[] {
  return joinSpans(spans, joinedGapSeconds).flatMap(({ startSeconds, endSeconds }) => [
    { seconds: startSeconds - attackSeconds, db: 0 },
    { seconds: startSeconds, db: -duckDb },
    { seconds: endSeconds, db: -duckDb },
    { seconds: endSeconds + releaseSeconds, db: 0 },
  ]);
}

/** Reads an envelope at ascending times, in constant time each; at an earlier one it begins anew. */
export function createEnvelopeReader(points: readonly EnvelopePoint[]): (seconds: number) => number {
  let next = 0;
  return seconds => {
    if ((points[next - 1]?.seconds ?? 0) > seconds) next = 0;
    while (next < points.length && (points[next] as EnvelopePoint).seconds <= seconds) next++;
    const before = points[next - 1];
    const after = points[next];
    if (!before || !after) return 0;
    const share = (seconds - before.seconds) / (after.seconds - before.seconds);
    return before.db + share * (after.db - before.db);
  };
}

const musicFadeSeconds = 1.5;
/** Music that is shorter than its time begins anew while its end fades out. */
const loopFadeSeconds = 1;
export const musicDuckDb = 10;
/** So much softer than the voice that a few words in much music still decide the loudness of the whole. */
export const usualMusicDb = -16;
/** Of `levelDb`, in dB. */
export const musicBounds = { least: -40, most: 0 } as const;

export interface MusicPlace {
  /** In seconds of the finished sound. */
  readonly fromSeconds: number;
  /** The end of the finished sound if undefined. */
  readonly toSeconds?: number | undefined;
  /** Relative to the voice, while nobody speaks; below 0 is softer. */
  readonly levelDb: number;
  /** Speech of the original, in order, in seconds of the video without pauses. */
  readonly speech: readonly TimeSpan[];
}

export interface MusicToMix extends MusicPlace {
  /** Left and right, from the beginning on each call: it is read for measuring and for each repetition. */
  readonly read: () => AsyncIterable<RatedSound>;
}

/** Measurements of music: a number for each hundredth of a second. */
export interface MusicMeasure {
  /** Weighted energy of both channels, as `computeLufs` reads it. */
  readonly energies: readonly number[];
  readonly lufs: number;
  readonly seconds: number;
}

/** @throws CodedError `unsupported_media_type` for silence; errors of the sound */
export async function measureMusic(sounds: AsyncIterable<RatedSound>): Promise<MusicMeasure> {
  let meter: LoudnessMeter | undefined;
  let seconds = 0;
  for await (const { channels, sampleRateHz } of sounds) {
    meter ??= createLoudnessMeter(sampleRateHz, 2);
    meter.add(channels);
    seconds += (channels[0]?.length ?? 0) / sampleRateHz;
  }
  const { energies = [] } = meter ?? {};
  const lufs = computeLufs(energies);
  if (lufs === undefined) throw refuse('unsupported_media_type', soundFileMessages.silent);
  return { energies, lufs, seconds };
}

/** A factor: 0 outside the music's time, with fades at both ends, lowered under speech. @param spans of all speech in the mix */
export function planMusicGain(
  { fromSeconds, toSeconds = Number.POSITIVE_INFINITY }: Pick<MusicPlace, 'fromSeconds' | 'toSeconds'>,
  spans: readonly TimeSpan[],
  lengthSeconds: number,
): (seconds: number) => number {
  const readDb = createEnvelopeReader(planEnvelope(spans, musicDuckDb));
  const endSeconds = Math.min(toSeconds, lengthSeconds);
  const fadeSeconds = Math.min(musicFadeSeconds, (endSeconds - fromSeconds) / 2);
  return seconds => {
    const edgeSeconds = Math.min(seconds - fromSeconds, endSeconds - seconds);
    if (edgeSeconds <= 0) return 0;
    return Math.min(1, edgeSeconds / fadeSeconds) * 10 ** (readDb(seconds) / 20);
  };
}

/** Music as it is mixed with a voice of gain 1. */
export interface MusicBed {
  /** Of both channels, from the start of the mix. */
  readonly energies: readonly number[];
  /** A factor; read at ascending times. */
  readonly readGain: (seconds: number) => number;
  /** Left and right, from the start of the mix. */
  readonly place: (sampleRateHz: number) => AsyncIterable<Channels>;
}

/** Plans music under a voice. @param music its speech in seconds of the mix @throws CodedError as {@link measureMusic} */
export async function planBed(
  music: MusicToMix,
  voice: VoiceMeasure,
  lengthSeconds: number,
): Promise<MusicBed> {
  const measure = await measureMusic(music.read());
  const gain = computeMusicGain(measure, music.levelDb, voice);
  const planned = planMusicGain(music, joinSpans([...voice.spans, ...music.speech]), lengthSeconds);
  const readGain = (seconds: number) => gain * planned(seconds);
  return {
    energies: listEnergies(measure, music.fromSeconds, readGain, lengthSeconds),
    readGain,
    place: sampleRateHz => placeMusic(music, measure, sampleRateHz),
  };
}

/** The gain of music for a voice of gain 1, while nobody speaks: a factor. */
export function computeMusicGain(
  { lufs }: Pick<MusicMeasure, 'lufs'>,
  levelDb: number,
  voice: Pick<VoiceMeasure, 'energies'>,
): number {
  const voiceLufs = computeLufs(voice.energies);
  // One channel, which is heard in two. Without a voice the music stays as it is.
  return voiceLufs === undefined ? 1 : 10 ** ((voiceLufs + 10 * Math.log10(2) + levelDb - lufs) / 20);
}

function listEnergies(
  { energies, seconds }: MusicMeasure,
  fromSeconds: number,
  readGain: (seconds: number) => number,
  lengthSeconds: number,
): number[] {
  const perRound = Math.max(1, Math.round((seconds - getLoopFade(seconds)) / meterStepSeconds));
  const from = Math.round(fromSeconds / meterStepSeconds);
  return Array.from({ length: Math.floor(lengthSeconds / meterStepSeconds) }, (_, step) =>
    step < from ? 0 : (energies[(step - from) % perRound] ?? 0) * readGain(step * meterStepSeconds) ** 2,
  );
}

/** Music from its place on, again and again. @param measure of the same music */
async function* placeMusic(
  { read, fromSeconds }: Pick<MusicToMix, 'read' | 'fromSeconds'>,
  { seconds }: MusicMeasure,
  sampleRateHz: number,
): AsyncGenerator<Channels> {
  const silent = new Float32Array(sampleRateHz);
  for (let left = Math.round(fromSeconds * sampleRateHz); left > 0; left -= sampleRateHz)
    yield [silent.subarray(0, left), silent.subarray(0, left)];
  const toSamples = (duration: number) => Math.round(duration * sampleRateHz);
  const round = { length: toSamples(seconds), fade: toSamples(getLoopFade(seconds)), block: toSamples(0.5) };
  let ending: Channels | undefined;
  for (;;) ending = yield* playOnce(changeRates(read(), sampleRateHz), round, ending);
}

function getLoopFade(seconds: number): number {
  return Math.min(loopFadeSeconds, seconds / 2);
}

/** @returns its end, to be faded into the beginning of the next round */
async function* playOnce(
  sounds: AsyncIterable<Channels>,
  { length, fade, block }: { readonly length: number; readonly fade: number; readonly block: number },
  ending: Channels | undefined,
): AsyncGenerator<Channels, Channels, undefined> {
  const reader = createSampleReader(sounds, 2);
  try {
    for (let at = 0; at < length - fade; at += block) {
      const channels = await reader.take(Math.min(block, length - fade - at));
      if (ending) crossfade(channels, ending, at);
      yield channels;
    }
    return await reader.take(fade);
  } finally {
    await reader.close();
  }
}

/** Fades a sound in over the end of another. They are unrelated, so their powers add up. @param from samples since the beginning */
function crossfade(channels: Channels, ending: Channels, from: number): void {
  for (const [index, samples] of channels.entries()) {
    const old = ending[index] ?? new Float32Array();
    for (let at = 0; at < samples.length && from + at < old.length; at++) {
      const angle = ((from + at) / old.length) * (Math.PI / 2);
      samples[at] = Math.sin(angle) * (samples[at] as number) + Math.cos(angle) * (old[from + at] as number);
    }
  }
}
