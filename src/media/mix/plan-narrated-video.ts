import { type AudioCodec, canEncodeAudio, MP4, QTFF, WEBM } from 'mediabunny';
import { refuse } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { PicturePause } from '#shared/script/cues.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { type VideoContainer, withCodedErrors } from '../container/video-file.ts';
import {
  type AudioTrackChoice,
  type ChosenSounds,
  chooseSounds,
  pickTracks,
  type SoundTrack,
} from '../sound/choose-sounds.ts';
import type { SoundChoice } from './mix-settings.ts';

export interface VideoPlan {
  /** Also the file's extension. */
  readonly container: VideoContainer;
  readonly soundCodec: 'aac' | 'opus';
  /** Whether the video has sound that can be decoded here. */
  readonly original: 'none' | 'readable' | 'unreadable';
  readonly tracks: readonly SoundTrack[];
  readonly used: readonly SoundTrack[];
  /** Never empty. */
  readonly choices: readonly SoundChoice[];
  /** Why some choices are missing, as a sentence for the user. */
  readonly notice: string | undefined;
}

/** Codecs that players expect in MP4; others go into Matroska. */
const picturesInMp4: readonly string[] = ['avc', 'hevc', 'vp9', 'av1'];
const soundsInMp4: readonly (AudioCodec | null)[] = ['aac', 'mp3', 'opus', 'flac', 'ac3', 'eac3'];
const soundsInWebM: readonly (AudioCodec | null)[] = ['opus', 'vorbis'];

export interface PlanRequest {
  /** Default `mixed`. */
  readonly sound?: SoundChoice | undefined;
  /** The original sound stays, too; so it does with `second`. The container must be able to hold it then. */
  readonly keepsOriginal?: boolean | undefined;
  readonly audioTrack?: AudioTrackChoice | undefined;
  /** With pauses the original cannot stay unchanged. */
  readonly pauses?: readonly PicturePause[] | undefined;
}

/**
 * Plans a narrated video: MP4 and MOV become MP4, WebM stays WebM, Matroska and MPEG-TS become MP4 if their codecs allow it, else
 * Matroska, which takes all.
 * @throws CodedError `invalid_video` if the file breaks off; as `chooseSounds`
 */
export async function planNarratedVideo(
  video: OpenVideo,
  { sound = 'mixed', keepsOriginal = false, audioTrack, pauses = [] }: PlanRequest = {},
): Promise<VideoPlan> {
  const sounds = await chooseSounds(video, audioTrack);
  return withCodedErrors(async () => {
    const original = judgeOriginal(sounds);
    const tracks = await video.track.input.getAudioTracks();
    const codecs = await Promise.all(tracks.map(each => each.getCodec()));
    const canCopy = codecs.every(codec => codec !== null);
    const choices = listChoices(original, canCopy, pauses.length > 0);
    const container = await chooseContainer(video, keepsOriginal || sound === 'second' ? codecs : []);
    const soundCodec = container === 'webm' ? 'opus' : 'aac';
    const used = pickTracks(sounds.tracks, sounds.used);
    const notice = original === 'unreadable' ? t(getUnreadableNotice(choices)) : undefined;
    return { container, soundCodec, original, tracks: sounds.tracks, used, choices, notice };
  });
}

function judgeOriginal({ tracks, used }: ChosenSounds): VideoPlan['original'] {
  if (tracks.length === 0) return 'none';
  return used.length > 0 ? 'readable' : 'unreadable';
}

function listChoices(original: VideoPlan['original'], canCopy: boolean, hasPauses: boolean): SoundChoice[] {
  if (original === 'none') return ['voice'];
  const choices: SoundChoice[] = original === 'readable' ? ['mixed'] : [];
  return [...choices, ...(canCopy && !hasPauses ? (['second'] as const) : []), 'voice'];
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

/** @throws CodedError `bad_request` if the plan does not offer this choice */
export function requireSoundChoice({ choices, notice }: VideoPlan, sound: SoundChoice): void {
  if (choices.includes(sound)) return;
  const message = notice === undefined ? videoOutputMessages.noSound : getUnreadableNotice(choices);
  throw refuse('bad_request', message);
}
