/** A text and its start, in seconds of the video or sound. */
export interface Cue {
  readonly startSeconds: number;
  readonly text: string;
}

/** A spoken or shown cue, with its end. */
export interface SpokenCue extends Cue {
  readonly endSeconds: number;
}

/**
 * Available duration of each cue: until the next one, or the end of the video.
 * @param cues in time order
 * @returns seconds for each cue; 0 if it begins after the next one or after the end
 */
export function computeAvailableSeconds(cues: readonly Cue[], durationSeconds: number): number[] {
  return cues.map(({ startSeconds }, index) => {
    const until = Math.min(cues[index + 1]?.startSeconds ?? durationSeconds, durationSeconds);
    return Math.max(0, until - startSeconds);
  });
}
