import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type PicturePause, sumPauses, toPausedSeconds } from '#shared/script/picture-pauses.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { Channels } from '../sound/channels.ts';
import { type AudioTrackChoice, pickTracks } from '../sound/choose-sounds.ts';
import type { InterleavedSound, PlainSound } from '../sound/plain-sound.ts';
import { readOriginal } from '../sound/read-original.ts';
import { computeVoiceGain, measureVoice, type VoiceMeasure } from './measure-voice.ts';
import { mixNarration } from './mix-narration.ts';
import type { MixSettings, SoundChoice } from './mix-settings.ts';
import { type MusicToMix, planBed } from './music.ts';
import { planNarratedVideo, type VideoPlan } from './plan-narrated-video.ts';

/** A voice and how it is combined with a video's sound. */
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

/**
 * Mixes a narration with a video's sound.
 * @param wantedSeconds of the mix; default the picture's, or longer where voice or original continue, as in players
 */
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
  const originals = isMixed ? pickTracks(tracks, plan.used) : [];
  const sampleRateHz = chooseRate(plan, await originals[0]?.getSampleRate());
  const request = { startSeconds: video.startSeconds, sampleRateHz, pauses, signal };
  const measure = await measureVoice(readVoice());
  const originalEnds = await Promise.all(originals.map(each => each.computeDuration()));
  const pausedSeconds = sumPauses(pauses) - video.startSeconds;
  const soundEnds = [measure.seconds, ...originalEnds.map(endSeconds => endSeconds + pausedSeconds)];
  const lengthSeconds = wantedSeconds ?? chooseLength(video.durationSeconds + sumPauses(pauses), soundEnds);
  const speech = isMixed && music ? music.speech.map(span => pauseSpan(span, pauses)) : [];
  return await startMix({
    measure,
    readVoice,
    mix,
    music: music && { ...music, speech },
    originals: originals.map(each => readOriginal(each, request)),
    sampleRateHz,
    lengthSeconds,
  });
}

function pauseSpan({ startSeconds, endSeconds }: TimeSpan, pauses: readonly PicturePause[]): TimeSpan {
  return {
    startSeconds: toPausedSeconds(startSeconds, pauses),
    endSeconds: toPausedSeconds(endSeconds, pauses),
  };
}

interface MixParts extends Pick<VoiceToMix, 'readVoice' | 'mix' | 'music'> {
  readonly measure: VoiceMeasure;
  readonly originals: readonly AsyncIterable<Channels>[];
  readonly sampleRateHz: number;
  readonly lengthSeconds: number;
}

async function startMix({ measure, readVoice, mix, music, ...parts }: MixParts): Promise<VideoMix> {
  const { originals, sampleRateHz, lengthSeconds } = parts;
  const channelCount = originals.length > 0 || music ? 2 : 1;
  const bed = music && (await planBed(music, measure, lengthSeconds));
  const voiceGain = computeVoiceGain(measure, mix, channelCount, bed?.energies);
  const pieces = mixNarration({
    voice: readVoice(),
    voiceGain,
    spans: measure.spans,
    originals,
    music: bed && { sounds: bed.place(sampleRateHz), readGain: seconds => voiceGain * bed.readGain(seconds) },
    settings: mix,
    sampleRateHz,
    lengthSeconds,
  });
  return { pieces, sampleRateHz, channelCount, lengthSeconds };
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

/**
 * A narration with music and no video, as long as the narration.
 * @throws CodedError of the voice and `measureMusic`
 */
export async function startMusicMix({
  readVoice,
  mix,
  music,
}: Pick<VoiceToMix, 'readVoice' | 'mix'> & { readonly music: MusicToMix }): Promise<FullMix> {
  const measure = await measureVoice(readVoice());
  const { pieces, ...facts } = await startMix({
    measure,
    readVoice,
    mix,
    music: { ...music, speech: [] },
    originals: [],
    sampleRateHz: usualRateHz,
    lengthSeconds: measure.seconds,
  });
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
