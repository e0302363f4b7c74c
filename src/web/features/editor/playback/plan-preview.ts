import { getDescriptionKind, isTimed, type Narration } from '#shared/narration/project.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { chooseSpeed } from '#shared/script/line-speed.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { type DescribedVideo, planDescription } from '#shared/script/plan-description.ts';
import { getDescribedVideo, getDurationSeconds, getLineStates } from '../derive/line-states.ts';
import type { LineState } from '../derive/list-lines.ts';
import type { EditorState, Sound } from '../store/editor-state.ts';
import { findRecording, getNarration } from '../store/select.ts';
import { getEndSeconds, type VoiceClip } from './voice-clip.ts';

/** What a preview plays. */
export interface PreviewPlan {
  /** In the order of their times. */
  readonly clips: readonly VoiceClip[];
  /** Where the picture pauses while the voice goes on. */
  readonly pauses: readonly PicturePause[];
  /** The preview is at least this long; undefined: as long as what is heard. */
  readonly leastSeconds: number | undefined;
}

export const emptyPlan: PreviewPlan = { clips: [], pauses: [], leastSeconds: undefined };
/** Parts of a recording whose sentences are unknown: none is long to decode. */
const partSeconds = 30;

/** Whether the picture pauses at the same places. */
export function isSamePauses(one: readonly PicturePause[], other: readonly PicturePause[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ atSeconds, seconds }, at) => atSeconds === other[at]?.atSeconds && seconds === other[at]?.seconds,
    )
  );
}

let last: { readonly of: readonly unknown[]; readonly plan: PreviewPlan } | undefined;

/** What is heard of the narration that is shown, as far as it was spoken; the same plan while nothing of it changes. */
export function getPreviewPlan(state: EditorState): PreviewPlan {
  const narration = getNarration(state);
  const lines = getLineStates(state);
  const described = getDescribedVideo(state);
  const of = [narration, lines, state.sounds, described, getDurationSeconds(state)];
  if (last && of.every((each, at) => each === last?.of[at])) return last.plan;
  last = { of, plan: narration ? planNarration(state, narration) : emptyPlan };
  return last.plan;
}

/** The clips of the narration that is shown. */
export function getClips(state: EditorState): readonly VoiceClip[] {
  return getPreviewPlan(state).clips;
}

function planNarration(state: EditorState, narration: Narration): PreviewPlan {
  if (!isTimed(narration)) return planRecording(findRecording(state, narration), narration);
  const spoken = getLineStates(state).filter(({ sound }) => sound !== undefined && sound.mp3.size > 0);
  if (!getDescriptionKind(narration)) return planLines(spoken, getDurationSeconds(state));
  const described = getDescribedVideo(state);
  return described ? planDescribed(spoken, described) : emptyPlan;
}

/** Each at its time, slightly faster where needed; one that would overlap starts right after the one before. */
function planLines(lines: readonly LineState[], leastSeconds: number): PreviewPlan {
  const clips: VoiceClip[] = [];
  for (const line of lines) {
    const previous = clips.at(-1);
    const startSeconds = Math.max(line.startSeconds, previous ? getEndSeconds(previous) : 0);
    const { speed } = chooseSpeed(line.needSeconds, line.availableSeconds);
    clips.push(...toClips(line, startSeconds, speed));
  }
  return { clips, pauses: [], leastSeconds };
}

function planDescribed(lines: readonly LineState[], described: DescribedVideo): PreviewPlan {
  const toPlan = lines.map(state => ({
    state,
    startSeconds: state.startSeconds,
    text: state.line.text,
    seconds: state.needSeconds,
  }));
  const plan = planDescription(toPlan, described);
  return {
    clips: plan.lines.flatMap(({ line, startSeconds, speed }) => toClips(line.state, startSeconds, speed)),
    pauses: plan.pauses,
    leastSeconds: plan.durationSeconds,
  };
}

function toClips({ line, sound, needSeconds }: LineState, startSeconds: number, speed: number): VoiceClip[] {
  return sound ? [{ id: line.id, startSeconds, seconds: needSeconds, speed, sound: { mp3: sound.mp3 } }] : [];
}

/** A clip for each sentence of a recording, with the pause after it: so that what is heard of hours is decoded alone. */
function planRecording(recording: Sound | undefined, { settings }: Narration): PreviewPlan {
  const seconds = recording?.seconds;
  if (!recording || seconds === undefined) return emptyPlan;
  const speed = settings.tempo ?? 1;
  const starts = findStarts(recording.cues ?? [], seconds);
  const clips = starts.map((fromSeconds, index): VoiceClip => {
    const toSeconds = starts[index + 1] ?? seconds;
    const sound = { mp3: recording.mp3, fromSeconds, toSeconds };
    const id = `sentence-${index + 1}`;
    return { id, startSeconds: fromSeconds / speed, seconds: toSeconds - fromSeconds, speed, sound };
  });
  return { ...emptyPlan, clips };
}

function findStarts(cues: readonly SpokenCue[], seconds: number): number[] {
  const [, ...later] = cues.map(({ startSeconds }) => startSeconds).filter(start => start < seconds);
  if (later.length > 0) return [0, ...later];
  return Array.from({ length: Math.ceil(seconds / partSeconds) }, (_, part) => part * partSeconds);
}
