/** A text and its start, in seconds of the video or sound. */
export interface Cue {
  readonly startSeconds: number;
  readonly text: string;
}

/** A spoken or shown cue, with its end. */
export interface SpokenCue extends Cue {
  readonly endSeconds: number;
}

/** Seconds for each cue, in time order: until the next one or the end of the video; 0 if it begins after that. */
export function computeAvailableSeconds(cues: readonly Cue[], durationSeconds: number): number[] {
  return cues.map(({ startSeconds }, index) => {
    const until = Math.min(cues[index + 1]?.startSeconds ?? durationSeconds, durationSeconds);
    return Math.max(0, until - startSeconds);
  });
}
