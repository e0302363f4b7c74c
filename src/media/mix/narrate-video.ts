import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { type PicturePause, type SpokenCue, sumPauses } from '#shared/script/cues.ts';
import { listShown } from '#shared/script/write-subtitles.ts';
import { completeMovie, type MovieAdditions } from '../container/complete-movie.ts';
import { copyPictures, copySound } from '../container/copy-packets.ts';
import { findBox } from '../container/iso-boxes.ts';
import type { KeptParts } from '../container/kept-parts.ts';
import { fillingHeadBytes, fillRoom } from '../container/matroska-elements.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { readTrackLanguage } from '../container/tracks.ts';
import { type VideoFile, withWriteErrors } from '../container/video-file.ts';
import { type TrackWriter, VideoOutput, writeInterleaved } from '../container/video-output.ts';
import { moveChunks, reserveRoom } from '../credentials/place-manifest.ts';
import {
  collectTags,
  composeMatroskaParts,
  composeMovieTags,
  composeMovieXmp,
  toMovieTags,
  type VideoTags,
} from '../marks/video-tags.ts';
import { encodeSound } from '../sound/encode-sound.ts';
import { mixVideoSound, type VoiceToMix } from './mix-video-sound.ts';
import { requireSoundChoice, type VideoPlan } from './plan-narrated-video.ts';

export interface LanguageTrack extends Pick<VoiceToMix, 'readVoice' | 'mix' | 'isSpokenSubtitles' | 'music'> {
  readonly language: Language;
  /** Subtitles, in seconds of the finished video; may be empty. */
  readonly subtitles: readonly SpokenCue[];
  /** The voice is an audio description. */
  readonly isDescription: boolean;
}

/** Without a voice it has only subtitles. */
export type OtherLanguage = Omit<LanguageTrack, 'readVoice'> & Partial<Pick<LanguageTrack, 'readVoice'>>;

export interface VideoNarration extends LanguageTrack, VoiceToMix {
  /** The same narration in other languages, each with a sound track and subtitles of its own. */
  readonly others?: readonly OtherLanguage[] | undefined;
  /** Adds the original sound as further tracks, unchanged; `second` has it always, as the default. */
  readonly keepsOriginal?: boolean | undefined;
  readonly kept?: KeptParts | undefined;
  /** The room that an MP4 gets for a manifest store, if it is to be signed. */
  readonly storeBytes?: number | undefined;
  readonly marks?: Marks | undefined;
}

export type WritingProgress = { readonly writtenSeconds: number; readonly totalSeconds: number };

export interface WritingOptions {
  readonly signal: AbortSignal;
  readonly noteProgress: (progress: WritingProgress) => void;
}

export type WrittenVideo = { readonly durationSeconds: number };

/**
 * Writes a video with its narration, in one language or several: coded pictures are copied unchanged, sound by the chosen option.
 * Streams; only mediabunny's packet lists grow: 115 MB an hour for an MP4.
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
    const { storeBytes } = narration;
    const room = storeBytes && plan.container === 'mp4' ? reserveRoom(file, storeBytes) : undefined;
    const output = new VideoOutput(room ?? file, plan.container);
    const writers: TrackWriter[] = [];
    try {
      requireSoundChoice(plan, narration.sound);
      if (narration.keepsOriginal) requireSoundChoice(plan, 'second');
      writers.push(await addPictures(output, video, narration.pauses));
      for await (const writer of addSounds(output, video, plan, narration, options.signal))
        writers.push(writer);
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
        : completeMovie(data, position, {
            ...describeAdditions(data, tags, narration, totalSeconds),
            descriptions: output.descriptions,
          });
      if (room) moveChunks(findBox(whole, 'moov') ?? whole, room.movedBytes);
      await (room ?? file).write(whole, position);
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
  narration: VideoNarration,
  totalSeconds: number,
): Omit<MovieAdditions, 'descriptions'> {
  const { chapters, kept } = tags;
  const titles = chapters.map(({ title, startSeconds }, index) => ({
    rows: [title],
    startSeconds,
    endSeconds: chapters[index + 1]?.startSeconds ?? Math.max(totalSeconds, startSeconds + 1),
  }));
  const subtitles = listVoices(narration).map(({ subtitles: cues, language }) => ({
    kind: 'subtitles' as const,
    cues: listShown(cues, language),
    language: language.trackCode,
  }));
  return {
    tracks: [...subtitles, { kind: 'chapters', cues: titles, language: 'und' }],
    createdAt: kept.createdAt,
    boxes: composeMovieTags(moov, tags),
    after: composeMovieXmp(tags),
  };
}

function listVoices(narration: VideoNarration): readonly OtherLanguage[] {
  return [narration, ...(narration.others ?? [])];
}

async function addPictures(output: VideoOutput, video: OpenVideo, pauses: readonly PicturePause[]) {
  const { track } = video;
  const sink = output.addVideoTrack(video.codec, {
    transformationMatrix: await track.getTransformationMatrix(),
    canBeTransparent: await track.canBeTransparent(),
    languageCode: await readTrackLanguage(track),
  });
  return copyPictures(video, pauses, sink);
}

/** @returns each track once it has begun */
async function* addSounds(
  output: VideoOutput,
  video: OpenVideo,
  plan: VideoPlan,
  narration: VideoNarration,
  signal: AbortSignal,
): AsyncGenerator<TrackWriter> {
  const { sound, keepsOriginal } = narration;
  if (sound === 'second') yield* addOriginals(output, video, true);
  for (const [index, { readVoice, ...voice }] of listVoices(narration).entries()) {
    if (!readVoice) continue;
    const toMix = { ...narration, ...voice, readVoice };
    const { pieces, ...mixed } = await mixVideoSound(video, plan, toMix, signal);
    const sink = output.addAudioTrack(plan.soundCodec, {
      languageCode: voice.language.trackCode,
      name: nameTrack(narration, voice),
      disposition: {
        default: sound !== 'second' && index === 0,
        original: false,
        visuallyImpaired: voice.isDescription,
      },
    });
    yield await encodeSound(pieces, { codec: plan.soundCodec, ...mixed }, sink);
  }
  if (keepsOriginal && sound !== 'second') yield* addOriginals(output, video, false);
}

async function* addOriginals(
  output: VideoOutput,
  video: OpenVideo,
  canBeDefault: boolean,
): AsyncGenerator<TrackWriter> {
  for (const track of await video.track.input.getAudioTracks()) {
    const codec = await track.getCodec();
    if (!codec) throw new CodedError('unsupported_codec');
    const disposition = await track.getDisposition();
    const sink = output.addAudioTrack(codec, {
      languageCode: await readTrackLanguage(track),
      name: (await track.getName()) ?? 'Original',
      disposition: canBeDefault ? disposition : { ...disposition, default: false, original: true },
    });
    yield await copySound(track, video.startSeconds, sink);
  }
}

/** Players show the names of tracks: of several, each has its language. */
function nameTrack({ others = [] }: VideoNarration, { language, ...voice }: OtherLanguage): string {
  const { spokenSubtitles, narration, description, descriptionIn } = videoOutputMessages;
  const inLanguage = { language: language.nativeName };
  if (voice.isSpokenSubtitles) return t(spokenSubtitles, inLanguage);
  if (others.length === 0) return t(voice.isDescription ? description : narration);
  return voice.isDescription ? t(descriptionIn, inLanguage) : language.nativeName;
}

function addSubtitles(output: VideoOutput, narration: VideoNarration): void {
  for (const voice of listVoices(narration)) {
    const { subtitles, language } = voice;
    if (subtitles.length === 0) continue;
    output.addSubtitles(listShown(subtitles, language), {
      languageCode: language.trackCode,
      name: nameTrack(narration, { ...voice, isSpokenSubtitles: false }),
      disposition: { default: false },
    });
  }
}
