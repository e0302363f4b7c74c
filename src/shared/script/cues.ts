import type { TimeSpan } from './gaps.ts';

/** A text and its start, in seconds of the video or sound. */
export type Cue = { readonly startSeconds: number; readonly text: string };

/** A part of a video that lines are written for, and the lines around it, which stay: the nearest of them, in order. */
export interface ScriptPart {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly linesBefore: readonly Cue[];
  readonly linesAfter: readonly Cue[];
}

export function toSpan({ fromSeconds, toSeconds }: ScriptPart): TimeSpan {
  return { startSeconds: fromSeconds, endSeconds: toSeconds };
}

/** A spoken or shown cue, with its end. */
export type SpokenCue = Cue & { readonly endSeconds: number };

/** Seconds for each cue, in time order: until the next one or the end of the video; 0 if it begins after that. */
export function computeAvailableSeconds(cues: readonly Cue[], durationSeconds: number): number[] {
  return cues.map(({ startSeconds }, index) => {
    const until = Math.min(cues[index + 1]?.startSeconds ?? durationSeconds, durationSeconds);
    return Math.max(0, until - startSeconds);
  });
}

/** A pause of the video, so that a line can be finished. */
export interface PicturePause {
  /** In seconds of the original: the frame before it stays visible, the frame at or after it comes later. */
  readonly atSeconds: number;
  /** Duration of the pause; more than 0. */
  readonly seconds: number;
}

/** To the time in the video with pauses (in order). A time right at a pause is before it, because the line there begins with it. */
export function toPausedSeconds(seconds: number, pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, pause) => (pause.atSeconds < seconds ? sum + pause.seconds : sum), seconds);
}

/** The original's position at a time of the video with pauses. */
export interface PausedPlace {
  readonly seconds: number;
  /** Remaining duration of the pause; 0 while it plays. */
  readonly stillSeconds: number;
}

/** A clock that adds up to the end of a pause may stay this far before it. */
const roundingSeconds = 1e-6;

/** The inverse of {@link toPausedSeconds}. */
export function findPausedPlace(seconds: number, pauses: readonly PicturePause[]): PausedPlace {
  let waited = 0;
  for (const pause of pauses) {
    const since = seconds - waited - pause.atSeconds;
    if (since < 0) break;
    if (since < pause.seconds - roundingSeconds)
      return { seconds: pause.atSeconds, stillSeconds: pause.seconds - since };
    waited += pause.seconds;
  }
  return { seconds: seconds - waited, stillSeconds: 0 };
}

/** Readers of descriptions look for the cue of the moment four times a second. */
const apartSeconds = 0.5;

/**
 * Cues at their moments of the original, for players that pause it themselves: those of one pause are one cue, as only one of two at the
 * same moment would be read.
 * @param cues in order, in seconds of the video with pauses
 */
export function toOriginalCues(
  cues: readonly SpokenCue[],
  pauses: readonly PicturePause[],
): readonly SpokenCue[] {
  if (pauses.length === 0) return cues;
  const placed: SpokenCue[] = [];
  for (const cue of cues) {
    const startSeconds = findPausedPlace(cue.startSeconds, pauses).seconds;
    const endSeconds = findPausedPlace(cue.endSeconds, pauses).seconds;
    const last = placed.at(-1);
    if (last && startSeconds - last.startSeconds < apartSeconds)
      placed[placed.length - 1] = { ...last, text: `${last.text} ${cue.text}`, endSeconds };
    else placed.push({ text: cue.text, startSeconds, endSeconds });
  }
  return placed;
}

/** Total paused time within a part of the finished video. */
export function sumStillness({ startSeconds, endSeconds }: TimeSpan, pauses: readonly PicturePause[]) {
  let waited = 0;
  let still = 0;
  for (const pause of pauses) {
    const from = pause.atSeconds + waited;
    waited += pause.seconds;
    still += Math.max(0, Math.min(endSeconds, from + pause.seconds) - Math.max(startSeconds, from));
  }
  return still;
}

export function sumPauses(pauses: readonly PicturePause[]): number {
  return pauses.reduce((sum, { seconds }) => sum + seconds, 0);
}
