/** A text and when it begins, in seconds of the video or of the sound that it belongs to. */
export interface Cue {
  readonly startSeconds: number;
  readonly text: string;
}

/** A cue that was spoken, or shown: it ends where its last sound does. */
export interface SpokenCue extends Cue {
  readonly endSeconds: number;
}

/**
 * How long each cue may sound: until the next one begins, the last until the end of the video.
 * @param cues in the order of their times
 * @returns seconds, as many as there are cues; 0 where a cue begins after the next one or after the end
 */
export function computeAvailableSeconds(cues: readonly Cue[], durationSeconds: number): number[] {
  return cues.map(({ startSeconds }, index) => {
    const until = Math.min(cues[index + 1]?.startSeconds ?? durationSeconds, durationSeconds);
    return Math.max(0, until - startSeconds);
  });
}
