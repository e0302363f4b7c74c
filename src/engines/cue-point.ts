import type { TimeBudget } from '#shared/script/time-budget.ts';

/** A time of a video at which a line may begin, and the time available until the next one. */
export interface CuePoint {
  readonly startSeconds: number;
  readonly available: TimeBudget;
  /** Only for an audio description. */
  readonly gap?: CuePointGap | undefined;
}

/** How a cue point of an audio description lies between the speech of a video. */
export interface CuePointGap {
  /** End of its gap; equals the cue point, with 0 s available, where there is no gap. */
  readonly endSeconds: number;
  /** When the described picture is visible: at the cue point or shortly after it; before it only for text that it shows. */
  readonly seenSeconds: number;
  /** Time available if the video pauses; undefined if it never pauses. */
  readonly availableWhilePaused?: TimeBudget | undefined;
}
