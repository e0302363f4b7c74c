import type { PicturePause, SpokenCue } from '#shared/script/cues.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from '../model/editor-state.ts';
import { planVoice, type VoicePlan, type VoiceTrack } from '../model/plan-voice.ts';
import type { VoiceClip } from './voice-clip.ts';

export interface PreviewPlan {
  readonly clips: readonly VoiceClip[];
  /** Where the picture pauses while the voice goes on. */
  readonly pauses: readonly PicturePause[];
  /** The preview is at least this long; undefined: as long as what is heard. */
  readonly minSeconds: number | undefined;
}

export const emptyPlan: PreviewPlan = { clips: [], pauses: [], minSeconds: undefined };
/** Parts of a recording whose sentences are unknown: none is long to decode. */
const partSeconds = 30;

export function isSamePauses(one: readonly PicturePause[], other: readonly PicturePause[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ atSeconds, seconds }, at) => atSeconds === other[at]?.atSeconds && seconds === other[at]?.seconds,
    )
  );
}

/** What is heard of the narration that is shown, as far as it was spoken; the same plan while nothing of it changes. */
export function getPreviewPlan(state: EditorState): PreviewPlan {
  return toPreview(planVoice(state));
}

export function getClips(state: EditorState): readonly VoiceClip[] {
  return getPreviewPlan(state).clips;
}

const toPreview = rememberLast(([voice]: [VoicePlan | undefined]): PreviewPlan => {
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
  const starts = findStarts(cues, soundSeconds);
  return starts.map((startSeconds, index): VoiceClip => {
    const [fromSeconds, toSeconds] = [startSeconds * speed, (starts[index + 1] ?? soundSeconds) * speed];
    const sound = { mp3, fromSeconds, toSeconds };
    return { id: `sentence-${index + 1}`, startSeconds, seconds: toSeconds - fromSeconds, speed, sound };
  });
}

function findStarts(cues: readonly SpokenCue[], seconds: number): number[] {
  const [, ...later] = cues.map(({ startSeconds }) => startSeconds).filter(start => start < seconds);
  if (later.length > 0) return [0, ...later];
  return Array.from({ length: Math.ceil(seconds / partSeconds) }, (_, part) => part * partSeconds);
}
