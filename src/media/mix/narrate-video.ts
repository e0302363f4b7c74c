import type { AudioTrackMetadata } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
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
import { encodeSound } from '../sound/encode-sound.ts';
import { mixVideoSound, type VoiceToMix } from './mix-video-sound.ts';
import { requireSoundChoice, type VideoPlan } from './plan-narrated-video.ts';

/** A narration and how it is combined with a video's sound. */
export interface VideoNarration extends VoiceToMix {
  /** Of the voice. */
  readonly language: Language;
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
      writers.push(...(await addSounds(output, video, plan, narration, options.signal)));
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
  const { pieces, ...mixed } = await mixVideoSound(video, plan, narration, signal);
  const sink = output.addAudioTrack(plan.soundCodec, describeVoiceTrack(narration));
  return [...kept, await encodeSound(pieces, { codec: plan.soundCodec, ...mixed }, sink)];
}

function describeVoiceTrack(narration: VideoNarration): AudioTrackMetadata {
  const { language, sound, isDescription, isSpokenSubtitles } = narration;
  return {
    languageCode: getTrackLanguage(language.code),
    name: isSpokenSubtitles
      ? t(videoOutputMessages.spokenSubtitles, { language: language.nativeName })
      : nameVoice(narration),
    disposition: { default: sound !== 'second', original: false, visuallyImpaired: isDescription },
  };
}

function nameVoice({ isDescription }: VideoNarration): string {
  return t(videoOutputMessages[isDescription ? 'description' : 'narration']);
}

function addSubtitles(output: VideoOutput, narration: VideoNarration): void {
  const { subtitles, language } = narration;
  if (subtitles.length === 0) return;
  output.addSubtitles({
    text: writeVtt(subtitles, language),
    metadata: {
      languageCode: getTrackLanguage(language.code),
      name: nameVoice(narration),
      disposition: { default: false },
    },
  });
}
