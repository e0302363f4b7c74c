import type { PicturePause, SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from '../model/editor-state.ts';
import { planVoice, type VoicePlan, type VoiceTrack } from '../model/plan-voice.ts';

export interface SoundSource {
  readonly mp3: Blob;
  /** The part that is heard, in seconds of the mp3 as players play it; undefined: all of it, without the silence of coding. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
}

export interface VoiceClip {
  /** Stays the same while the clip is moved: the id of its line, or `sentence-N` of a continuous recording. */
  readonly id: string;
  /** In seconds of the finished preview, with the pauses of an extended description. */
  readonly startSeconds: number;
  readonly seconds: number;
  /** The length is divided by it, the pitch stays; 0.5 to 2. */
  readonly speed: number;
  readonly sound: SoundSource;
}

export interface PreviewPlan {
  readonly clips: readonly VoiceClip[];
  readonly pauses: readonly PicturePause[];
  readonly minSeconds: number | undefined;
}

export const emptyPlan: PreviewPlan = { clips: [], pauses: [], minSeconds: undefined };
/** Parts of a recording whose sentences are unknown: none is long to decode. */
const partSeconds = 30;

/** What is heard of the narration that is shown, as far as it was spoken; the same plan while nothing of it changes. */
export const getPreviewPlan = (state: EditorState): PreviewPlan => toPreview(planVoice(state));

const toPreview = rememberLast((voice: VoicePlan | undefined): PreviewPlan => {
  if (!voice) return emptyPlan;
  const { track, cues, pauses, soundSeconds, durationSeconds } = voice;
  if (track.kind === 'recording')
    return { ...emptyPlan, clips: soundSeconds === undefined ? [] : cutRecording(track, cues, soundSeconds) };
  const clips = track.lines.map(({ id, startSeconds, seconds, speed, mp3 }): VoiceClip => {
    return { id, startSeconds, seconds, speed, sound: { mp3 } };
  });
  return { clips, pauses, minSeconds: durationSeconds };
});

/** A clip for each sentence of a recording, with the pause after it: so that what is heard of hours is decoded alone. */
function cutRecording(
  { mp3, speed }: Extract<VoiceTrack, { kind: 'recording' }>,
  cues: readonly SpokenCue[],
  soundSeconds: number,
): VoiceClip[] {
  const [, ...later] = cues.map(({ startSeconds }) => startSeconds).filter(start => start < soundSeconds);
  const parts = Array.from(
    { length: Math.ceil(soundSeconds / partSeconds) },
    (_, part) => part * partSeconds,
  );
  const starts = later.length > 0 ? [0, ...later] : parts;
  return starts.map((startSeconds, index) => {
    const [fromSeconds, toSeconds] = [startSeconds * speed, (starts[index + 1] ?? soundSeconds) * speed];
    const sound = { mp3, fromSeconds, toSeconds };
    return { id: `sentence-${index + 1}`, startSeconds, seconds: toSeconds - fromSeconds, speed, sound };
  });
}

export function getEndSeconds({ startSeconds, seconds, speed }: VoiceClip): number {
  return startSeconds + seconds / speed;
}

export function toSpan(clip: VoiceClip): TimeSpan {
  return { startSeconds: clip.startSeconds, endSeconds: getEndSeconds(clip) };
}

export function computeClipsSeconds(clips: readonly VoiceClip[]): number | undefined {
  return clips.length === 0
    ? undefined
    : clips.reduce((last, clip) => Math.max(last, getEndSeconds(clip)), 0);
}

export function listDue(
  clips: readonly VoiceClip[],
  fromSeconds: number,
  untilSeconds: number,
): readonly VoiceClip[] {
  return clips.filter(clip => clip.startSeconds < untilSeconds && getEndSeconds(clip) > fromSeconds);
}

/** Where the words that are heard at a position are once clips have another tempo. @returns undefined where the position stays */
export function findSameWords(
  before: readonly VoiceClip[],
  clips: readonly VoiceClip[],
  atSeconds: number,
): number | undefined {
  const [heard] = listDue(before, atSeconds, atSeconds + 0.001);
  const now = clips.find(({ id }) => id === heard?.id);
  if (!heard || !now || now.speed === heard.speed) return undefined;
  return now.startSeconds + ((atSeconds - heard.startSeconds) * heard.speed) / now.speed;
}

export function soundsSame(one: VoiceClip, other: VoiceClip): boolean {
  return (
    (['id', 'startSeconds', 'speed'] as const).every(key => one[key] === other[key]) &&
    (['mp3', 'fromSeconds', 'toSeconds'] as const).every(key => one.sound[key] === other.sound[key])
  );
}
