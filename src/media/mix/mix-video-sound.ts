import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { type PicturePause, sumPauses, toPausedSeconds } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import {
  type Channels,
  changeRates,
  createSampleReader,
  type InterleavedSound,
  type PlainSound,
  type RatedSound,
} from '../sound/channels.ts';
import { type AudioTrackChoice, pickTracks } from '../sound/choose-sounds.ts';
import { readOriginal } from '../sound/decode-video-sound.ts';
import { createPeakLimiter } from './limit-peaks.ts';
import { ceilingDb, computeVoiceGain, measureVoice, type VoiceMeasure } from './measure-loudness.ts';
import type { MixSettings, SoundChoice } from './mix-settings.ts';
import { createEnvelopeReader, type MusicBed, type MusicToMix, planBed, planEnvelope } from './music.ts';
import { planNarratedVideo, type VideoPlan } from './plan-narrated-video.ts';

const blockSeconds = 0.5;
/** Gains change over this many samples: about a millisecond. */
const gainStep = 64;

/**
 * @param voiceGain from `computeVoiceGain`: a factor, also of the music
 * @returns left and right, or one channel for the voice alone, in pieces of half a second; peaks below {@link ceilingDb}
 */
async function* mixNarration(
  { readVoice, measure, mix, originals, sampleRateHz, lengthSeconds }: MixParts,
  voiceGain: number,
  music: MusicBed | undefined,
): AsyncGenerator<Channels> {
  const channelCount = originals.length > 0 || music ? 2 : 1;
  const spoken = createSampleReader(changeRates(asChannels(readVoice()), sampleRateHz), 1);
  const originalSounds = originals.map(original => createSampleReader(original, channelCount));
  const musicSound = music && createSampleReader(music.place(sampleRateHz), channelCount);
  const lower = createShaper(planOriginalGain(measure.spans, mix), sampleRateHz);
  const shapeMusic = music && createShaper(seconds => voiceGain * music.readGain(seconds), sampleRateHz);
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

export interface VoiceToMix {
  /** The voice from the start of the finished video. Read twice, for measuring and mixing, so that it need not be stored. */
  readonly readVoice: () => AsyncIterable<PlainSound>;
  readonly sound: SoundChoice;
  /** Original sounds to mix, as for `chooseSounds`; used by the plan. */
  readonly audioTrack?: AudioTrackChoice | undefined;
  readonly mix: MixSettings;
  /** Pauses of the picture, in order; empty except for an extended description. */
  readonly pauses: readonly PicturePause[];
  /** Its lines are subtitles, read aloud: a second track has the original under them. */
  readonly isSpokenSubtitles?: boolean | undefined;
  readonly music?: MusicToMix | undefined;
}

interface VideoMix {
  readonly pieces: AsyncIterable<Channels>;
  readonly sampleRateHz: number;
  /** Two wherever the original is heard. */
  readonly channelCount: 1 | 2;
  readonly lengthSeconds: number;
}

/** @param wantedSeconds of the mix; default the picture's, or longer where voice or original continue, as in players */
export async function mixVideoSound(
  video: OpenVideo,
  plan: VideoPlan,
  { readVoice, sound, mix, pauses, isSpokenSubtitles = false, music }: VoiceToMix,
  signal: AbortSignal,
  wantedSeconds?: number,
): Promise<VideoMix> {
  const tracks = await video.track.input.getAudioTracks();
  const isMixed =
    sound === 'mixed' || (sound === 'second' && isSpokenSubtitles && plan.original === 'readable');
  const used = isMixed ? pickTracks(tracks, plan.used) : [];
  const sampleRateHz = chooseRate(plan, await used[0]?.getSampleRate());
  const request = { startSeconds: video.startSeconds, sampleRateHz, pauses, signal };
  const measure = await measureVoice(readVoice());
  const originalEnds = await Promise.all(used.map(each => each.computeDuration()));
  const pausedSeconds = sumPauses(pauses) - video.startSeconds;
  const soundEnds = [measure.seconds, ...originalEnds.map(endSeconds => endSeconds + pausedSeconds)];
  const lengthSeconds = wantedSeconds ?? chooseLength(video.durationSeconds + sumPauses(pauses), soundEnds);
  const speech = isMixed && music ? music.speech.map(span => pauseSpan(span, pauses)) : [];
  const originals = used.map(each => readOriginal(each, request));
  const parts = { measure, readVoice, mix, originals, sampleRateHz, lengthSeconds };
  return await startMix({ ...parts, music: music && { ...music, speech } });
}

function pauseSpan({ startSeconds, endSeconds }: TimeSpan, pauses: readonly PicturePause[]): TimeSpan {
  const toPaused = (seconds: number) => toPausedSeconds(seconds, pauses);
  return { startSeconds: toPaused(startSeconds), endSeconds: toPaused(endSeconds) };
}

interface MixParts extends Pick<VoiceToMix, 'readVoice' | 'mix' | 'music'> {
  readonly measure: VoiceMeasure;
  /** Left and right of each original sound at the mix's rate. Without any, and without music, the mix has one channel. */
  readonly originals: readonly AsyncIterable<Channels>[];
  readonly sampleRateHz: number;
  /** Exact duration of the mix: longer sound is cut, shorter followed by silence. */
  readonly lengthSeconds: number;
}

async function startMix(parts: MixParts): Promise<VideoMix> {
  const { measure, mix, music, originals, sampleRateHz, lengthSeconds } = parts;
  const channelCount = originals.length > 0 || music ? 2 : 1;
  const bed = music && (await planBed(music, measure, lengthSeconds));
  const voiceGain = computeVoiceGain(measure, mix, channelCount, bed?.energies);
  return { pieces: mixNarration(parts, voiceGain, bed), sampleRateHz, channelCount, lengthSeconds };
}

/** Sound ends up to this long after the picture, because packets have a fixed duration: then it is cut. */
const roundingSeconds = 0.1;

function chooseLength(pictureSeconds: number, soundSeconds: readonly number[]): number {
  const longest = Math.max(...soundSeconds);
  return longest - pictureSeconds < roundingSeconds ? pictureSeconds : longest;
}

/** The original's rate is kept if the encoder takes it, which avoids resampling. */
function chooseRate({ soundCodec }: VideoPlan, originalHz = 48_000): number {
  return soundCodec === 'aac' && (originalHz === 44_100 || originalHz === 32_000) ? originalHz : 48_000;
}

/** Whether a narration can be mixed with a video's sound to a file that replaces it. */
export function requireMixable({ original, notice }: VideoPlan): void {
  if (original !== 'unreadable') return;
  throw new CodedError('bad_request', { message: notice ?? fill(videoOutputMessages.soundUnreadable) });
}

export interface FullMix {
  readonly sounds: AsyncIterable<InterleavedSound>;
  /** Of each channel. */
  readonly samples: number;
  readonly sampleRateHz: number;
  readonly channelCount: 1 | 2;
}

/**
 * The whole sound of a video with a narration, exactly as long as the video, to the sample: for platforms that play a file instead of
 * the video's own sound. A video without sound has the voice alone.
 * @param narration without pauses: they would make it longer than the video
 * @throws CodedError `bad_request` if the video's sound cannot be decoded; as `planNarratedVideo`
 */
export async function startFullMix(
  video: OpenVideo,
  { audioTrack, ...narration }: Pick<VoiceToMix, 'readVoice' | 'mix' | 'audioTrack' | 'music'>,
  signal: AbortSignal,
): Promise<FullMix> {
  const plan = await planNarratedVideo(video, { audioTrack });
  requireMixable(plan);
  const sound = plan.original === 'none' ? 'voice' : 'mixed';
  const mixed = { ...narration, sound, pauses: [] } as const;
  const { pieces, ...facts } = await mixVideoSound(video, plan, mixed, signal, video.durationSeconds);
  return toFullMix(pieces, facts);
}

const usualRateHz = 48_000;

/** A narration with music and no video, as long as the narration. @throws CodedError of the voice and `measureMusic` */
export async function startMusicMix({
  readVoice,
  mix,
  music,
}: Pick<VoiceToMix, 'readVoice' | 'mix'> & { readonly music: MusicToMix }): Promise<FullMix> {
  const measure = await measureVoice(readVoice());
  const parts = { measure, readVoice, mix, originals: [], lengthSeconds: measure.seconds };
  const bed = { ...music, speech: [] };
  const { pieces, ...facts } = await startMix({ ...parts, music: bed, sampleRateHz: usualRateHz });
  return toFullMix(pieces, facts);
}

function toFullMix(pieces: AsyncIterable<Channels>, facts: Omit<VideoMix, 'pieces'>): FullMix {
  const samples = Math.round(facts.lengthSeconds * facts.sampleRateHz);
  return { sounds: interleave(pieces, facts), samples, ...facts };
}

async function* interleave(
  pieces: AsyncIterable<Channels>,
  { sampleRateHz, channelCount }: Pick<FullMix, 'sampleRateHz' | 'channelCount'>,
): AsyncGenerator<InterleavedSound> {
  for await (const channels of pieces) {
    const samples = new Float32Array(channelCount * (channels[0]?.length ?? 0));
    for (const [index, channel] of channels.entries())
      for (let at = 0; at < channel.length; at++) samples[at * channelCount + index] = channel[at] as number;
    yield { sampleRateHz, samples, channelCount };
  }
}
