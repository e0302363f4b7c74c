import type { TimeBudget } from '#shared/script/time-budget.ts';

/** A moment of a video at which a line may begin, and how much can be said until the next one. */
export interface CuePoint {
  readonly startSeconds: number;
  readonly available: TimeBudget;
  /** Of an audio description: how it lies between the speech. */
  readonly gap?: CuePointGap | undefined;
}

/** How a moment of an audio description lies between the speech of a video. */
export interface CuePointGap {
  /** When its gap ends; the moment itself where there is none, and the room of which is 0. */
  readonly endSeconds: number;
  /** When the picture is to be seen that a line describes: at the moment, or shortly after it. */
  readonly seenSeconds: number;
  /** What may be said where it is needed, because the picture stands still then; left out where it never does. */
  readonly availableWhilePaused?: TimeBudget | undefined;
}
