import { type AudioCodec, canEncodeAudio, MP4, QTFF, WEBM } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { VideoContainer } from '../container/video-file.ts';
import { withCodedErrors } from '../container/with-coded-errors.ts';
import {
  type AudioTrackChoice,
  type ChosenSounds,
  chooseSounds,
  pickTracks,
  type SoundTrack,
} from '../sound/choose-sounds.ts';
import type { SoundChoice } from './mix-settings.ts';

/** What a narrated video becomes and what can be done with its sound, known before the work begins. */
export interface VideoPlan {
  /** The file's ending, too. */
  readonly container: VideoContainer;
  readonly mimeType: string;
  /** What the new sound is coded as. */
  readonly soundCodec: 'aac' | 'opus';
  /** Whether there is a sound of its own, and whether it can be decoded here. */
  readonly original: 'none' | 'readable' | 'unreadable';
  /** Its own sound tracks, in the file's order. */
  readonly tracks: readonly SoundTrack[];
  /** Those that are mixed with the voice. */
  readonly used: readonly SoundTrack[];
  /** What may be chosen; never empty. */
  readonly choices: readonly SoundChoice[];
  /** Why not everything may be chosen, for a person; undefined where there is nothing to say. */
  readonly notice: string | undefined;
}

const mimeTypes = { mp4: 'video/mp4', webm: 'video/webm', mkv: 'video/x-matroska' } as const;
/** What players expect in an MP4 file; other codecs go into Matroska. */
const picturesInMp4: readonly string[] = ['avc', 'hevc', 'vp9', 'av1'];
const soundsInMp4: readonly (AudioCodec | null)[] = ['aac', 'mp3', 'opus', 'flac', 'ac3', 'eac3'];
const soundsInWebM: readonly (AudioCodec | null)[] = ['opus', 'vorbis'];

/** What was chosen of a narrated video. */
export interface PlanRequest {
  /** The container must hold the original sound where it stays untouched; mixed when left out. */
  readonly sound?: SoundChoice | undefined;
  /** As `chooseSounds` takes it. */
  readonly audioTrack?: AudioTrackChoice | undefined;
  /** Where the picture stands still: then the original cannot stay untouched. */
  readonly pauses?: readonly PicturePause[] | undefined;
}

/**
 * Plans a narrated video: MP4 and MOV become MP4, WebM becomes WebM, Matroska and MPEG-TS become MP4 where their codecs allow it,
 * else Matroska, which takes them all.
 * @throws CodedError `invalid_video` where the file breaks off; as `chooseSounds`
 */
export async function planNarratedVideo(
  video: OpenVideo,
  { sound = 'mixed', audioTrack, pauses = [] }: PlanRequest = {},
): Promise<VideoPlan> {
  const sounds = await chooseSounds(video, audioTrack);
  return withCodedErrors(async () => {
    const original = judgeOriginal(sounds);
    const tracks = await video.track.input.getAudioTracks();
    const codecs = await Promise.all(tracks.map(each => each.getCodec()));
    const canCopy = codecs.every(codec => codec !== null);
    const choices = listChoices(original, canCopy, pauses.length > 0);
    const container = await chooseContainer(video, sound === 'second' ? codecs : []);
    return {
      container,
      mimeType: mimeTypes[container],
      soundCodec: container === 'webm' ? 'opus' : 'aac',
      original,
      tracks: sounds.tracks,
      used: pickTracks(sounds.tracks, sounds.used),
      choices,
      notice: original === 'unreadable' ? t(getUnreadableNotice(choices)) : undefined,
    };
  });
}

function judgeOriginal({ tracks, used }: ChosenSounds): VideoPlan['original'] {
  if (tracks.length === 0) return 'none';
  return used.length > 0 ? 'readable' : 'unreadable';
}

function listChoices(original: VideoPlan['original'], canCopy: boolean, hasPauses: boolean): SoundChoice[] {
  if (original === 'none') return ['voice'];
  const canStay = canCopy && !hasPauses;
  return [
    ...(original === 'readable' ? ['mixed' as const] : []),
    ...(canStay ? ['second' as const] : []),
    'voice',
  ];
}

function getUnreadableNotice(choices: readonly SoundChoice[]) {
  const { soundUnreadableKept, soundUnreadable } = videoOutputMessages;
  return choices.includes('second') ? soundUnreadableKept : soundUnreadable;
}

async function chooseContainer(
  { track, codec }: OpenVideo,
  kept: readonly (AudioCodec | null)[],
): Promise<VideoContainer> {
  const format = await track.input.getFormat();
  if (format === WEBM) {
    const fits = kept.every(each => soundsInWebM.includes(each));
    return fits && (await canEncodeAudio('opus')) ? 'webm' : 'mkv';
  }
  const isMp4 = format === MP4 || format === QTFF;
  const soundFits = kept.every(each => soundsInMp4.includes(each) || (isMp4 && each?.startsWith('pcm')));
  return picturesInMp4.includes(codec) && soundFits ? 'mp4' : 'mkv';
}

/** @throws CodedError `bad_request` where this choice is not among those of the plan */
export function requireSoundChoice({ choices, notice }: VideoPlan, sound: SoundChoice): void {
  if (choices.includes(sound)) return;
  const message = notice === undefined ? videoOutputMessages.noSound : getUnreadableNotice(choices);
  throw new CodedError('bad_request', { message: fill(message) });
}
