import type { AudioTrackMetadata } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { type PicturePause, sumPauses } from '#shared/script/picture-pauses.ts';
import { listShown, writeVtt } from '#shared/script/write-subtitles.ts';
import { copyPictures, copySound } from '../container/copy-packets.ts';
import type { KeptParts } from '../container/kept-parts.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { completeMovie, type MovieAdditions } from '../container/timed-text-track.ts';
import { getTrackLanguage } from '../container/track-language.ts';
import type { VideoFile } from '../container/video-file.ts';
import { type TrackWriter, VideoOutput, writeInterleaved } from '../container/video-output.ts';
import { withWriteErrors } from '../container/with-coded-errors.ts';
import { composeMatroskaParts, fillingHeadBytes, fillRoom } from '../marks/matroska-tags.ts';
import { composeMovieTags, composeMovieXmp, toMovieTags } from '../marks/movie-tags.ts';
import { collectTags, type VideoTags } from '../marks/video-tags.ts';
import { type AudioTrackChoice, pickTracks } from '../sound/choose-sounds.ts';
import { encodeSound } from '../sound/encode-sound.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { readOriginal } from '../sound/read-original.ts';
import { computeVoiceGain, measureVoice } from './measure-voice.ts';
import { mixNarration } from './mix-narration.ts';
import type { MixSettings, SoundChoice } from './mix-settings.ts';
import { requireSoundChoice, type VideoPlan } from './plan-narrated-video.ts';

/** A narration and how it is combined with a video's sound. */
export interface VideoNarration {
  /** The voice from the start of the finished video. Read twice, for measuring and mixing, so that it need not be stored. */
  readonly readVoice: () => AsyncIterable<PlainSound>;
  readonly sound: SoundChoice;
  /** Original sounds to mix, as for `chooseSounds`; used by the plan. */
  readonly audioTrack?: AudioTrackChoice | undefined;
  readonly mix: MixSettings;
  /** Of the voice. */
  readonly language: Language;
  /** Pauses of the picture, in order; empty except for an extended description. */
  readonly pauses: readonly PicturePause[];
  /** Subtitles, in seconds of the finished video; may be empty. */
  readonly subtitles: readonly SpokenCue[];
  /** Of the video. */
  readonly kept?: KeptParts | undefined;
  /** The voice is an audio description. */
  readonly isDescription: boolean;
  readonly marks?: Marks | undefined;
}

export interface WritingProgress {
  readonly writtenSeconds: number;
  readonly totalSeconds: number;
}

export interface WritingOptions {
  readonly signal: AbortSignal;
  readonly noteProgress: (progress: WritingProgress) => void;
}

export interface WrittenVideo {
  readonly durationSeconds: number;
}

/**
 * Writes a video with its narration: coded pictures are copied unchanged, sound by the chosen option. Streams; only mediabunny's
 * packet lists grow: 115 MB an hour for an MP4.
 * @param plan of this video, for the same choice and pauses
 * @param file kept when it is complete, else discarded
 * @throws CodedError `bad_request` if the plan does not allow the choice, `storage_full`, `client_closed`, `invalid_video` if the
 * file breaks off or changed; errors of the voice
 */
export function narrateVideo(
  video: OpenVideo,
  plan: VideoPlan,
  narration: VideoNarration,
  file: VideoFile,
  options: WritingOptions,
): Promise<WrittenVideo> {
  return withWriteErrors(async () => {
    const totalSeconds = video.durationSeconds + sumPauses(narration.pauses);
    const output = new VideoOutput(file, plan.container);
    const writers: TrackWriter[] = [];
    try {
      requireSoundChoice(plan, narration.sound);
      writers.push(await addPictures(output, video, narration.pauses));
      writers.push(...(await addSounds(output, video, plan, narration, totalSeconds, options.signal)));
      if (plan.container !== 'mp4') addSubtitles(output, narration);
      const tags = await collectTags(video, narration.pauses, narration);
      const parts = plan.container === 'mp4' ? undefined : composeMatroskaParts(tags);
      await output.start(parts ? { roomBytes: parts.length + fillingHeadBytes } : toMovieTags(tags));
      await writeInterleaved(writers, {
        signal: options.signal,
        noteSeconds: seconds =>
          options.noteProgress({ writtenSeconds: Math.min(seconds, totalSeconds), totalSeconds }),
      });
      const { data, position } = await output.finish();
      const whole = parts
        ? fillRoom(parts, data.length)
        : completeMovie(data, position, describeAdditions(data, tags, narration, totalSeconds));
      await file.write(whole, position);
      await file.keep();
      options.noteProgress({ writtenSeconds: totalSeconds, totalSeconds });
      return { durationSeconds: totalSeconds };
    } finally {
      await Promise.all(writers.map(each => each.close()));
      await output.cancel();
      await file.discard();
    }
  }, options.signal);
}

/** An MP4 has its subtitles, chapters and tags at the end, with its index. */
function describeAdditions(
  moov: Uint8Array,
  tags: VideoTags,
  { subtitles, language }: VideoNarration,
  totalSeconds: number,
): MovieAdditions {
  const { chapters, kept } = tags;
  const titles = chapters.map(({ title, startSeconds }, index) => ({
    rows: [title],
    startSeconds,
    endSeconds: chapters[index + 1]?.startSeconds ?? Math.max(totalSeconds, startSeconds + 1),
  }));
  const shown = listShown(subtitles, language);
  return {
    tracks: [
      { kind: 'subtitles', cues: shown, language: getTrackLanguage(language.code) },
      { kind: 'chapters', cues: titles, language: 'und' },
    ],
    createdAt: kept.createdAt,
    boxes: composeMovieTags(moov, tags),
    after: composeMovieXmp(tags),
  };
}

async function addPictures(output: VideoOutput, video: OpenVideo, pauses: readonly PicturePause[]) {
  const { track } = video;
  const sink = output.addVideoTrack(video.codec, {
    transformationMatrix: await track.getTransformationMatrix(),
    canBeTransparent: await track.canBeTransparent(),
    languageCode: await track.getLanguageCode(),
  });
  return copyPictures(video, pauses, sink);
}

async function addSounds(
  output: VideoOutput,
  video: OpenVideo,
  plan: VideoPlan,
  narration: VideoNarration,
  pictureSeconds: number,
  signal: AbortSignal,
): Promise<TrackWriter[]> {
  const tracks = await video.track.input.getAudioTracks();
  const kept: TrackWriter[] = [];
  if (narration.sound === 'second')
    for (const track of tracks) {
      const codec = await track.getCodec();
      if (!codec) throw new CodedError('unsupported_codec');
      const sink = output.addAudioTrack(codec, {
        languageCode: await track.getLanguageCode(),
        name: (await track.getName()) ?? 'Original',
        disposition: await track.getDisposition(),
      });
      kept.push(await copySound(track, video.startSeconds, sink));
    }
  const originals = narration.sound === 'mixed' ? pickTracks(tracks, plan.used) : [];
  const sampleRateHz = chooseRate(plan, await originals[0]?.getSampleRate());
  const request = { startSeconds: video.startSeconds, sampleRateHz, pauses: narration.pauses, signal };
  const channelCount = originals.length > 0 ? 2 : 1;
  const measure = await measureVoice(narration.readVoice());
  const originalEnds = await Promise.all(originals.map(each => each.computeDuration()));
  const pausedSeconds = sumPauses(narration.pauses) - video.startSeconds;
  const lengthSeconds = chooseLength(pictureSeconds, [
    measure.seconds,
    ...originalEnds.map(endSeconds => endSeconds + pausedSeconds),
  ]);
  const pieces = mixNarration({
    voice: narration.readVoice(),
    voiceGain: computeVoiceGain(measure, narration.mix, channelCount),
    spans: measure.spans,
    originals: originals.map(each => readOriginal(each, request)),
    settings: narration.mix,
    sampleRateHz,
    lengthSeconds,
  });
  const coding = { codec: plan.soundCodec, sampleRateHz, channelCount, lengthSeconds } as const;
  const sink = output.addAudioTrack(plan.soundCodec, describeVoiceTrack(narration));
  return [...kept, await encodeSound(pieces, coding, sink)];
}

/** Sound ends up to this long after the picture, because packets have a fixed duration: then it is cut. */
const roundingSeconds = 0.1;

/** The new sound is as long as the picture; if voice or original continue, so does the video, as in players. */
function chooseLength(pictureSeconds: number, soundSeconds: readonly number[]): number {
  const longest = Math.max(...soundSeconds);
  return longest - pictureSeconds < roundingSeconds ? pictureSeconds : longest;
}

/** The original's rate is kept if the encoder takes it, which avoids resampling. */
function chooseRate({ soundCodec }: VideoPlan, originalHz = 48_000): number {
  return soundCodec === 'aac' && (originalHz === 44_100 || originalHz === 32_000) ? originalHz : 48_000;
}

function describeVoiceTrack({ language, sound, isDescription }: VideoNarration): AudioTrackMetadata {
  return {
    languageCode: getTrackLanguage(language.code),
    name: isDescription ? 'Audio description' : 'Narration',
    disposition: { default: sound !== 'second', original: false, visuallyImpaired: isDescription },
  };
}

function addSubtitles(output: VideoOutput, { subtitles, language, isDescription }: VideoNarration): void {
  if (subtitles.length === 0) return;
  output.addSubtitles({
    text: writeVtt(subtitles, language),
    metadata: {
      languageCode: getTrackLanguage(language.code),
      name: isDescription ? 'Audio description' : 'Narration',
      disposition: { default: false },
    },
  });
}
