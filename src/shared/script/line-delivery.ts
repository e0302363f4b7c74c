/** How a line stands in its time, as the document says it. */
export interface LineDelivery {
  /** 1 is the voice's own. */
  readonly pace?: number | undefined;
  readonly pauseBeforeMs?: number | undefined;
  readonly pauseAfterMs?: number | undefined;
}

/** Silence around a line that nothing may fill. */
export interface Pauses {
  readonly pauseBeforeSeconds?: number | undefined;
  readonly pauseAfterSeconds?: number | undefined;
}

/** Sounds can be played at half to double speed, and a line that must fit is played up to 1.5 times as fast. */
const paceBounds = { least: 0.5, most: 1.3 };

export function boundPace(pace = 1): number {
  return Math.min(paceBounds.most, Math.max(paceBounds.least, pace));
}

interface LineTime {
  /** By the document. */
  readonly startSeconds: number;
  /** From there until the next line or speech begins, or the video ends. */
  readonly availableSeconds: number;
  /** Duration at the voice's own pace. */
  readonly seconds: number;
}

/**
 * Applies a line's pace and pauses to its times, before lines are placed (`placeInOrder`, `planDescription`).
 * @returns when it starts after its pause, what it needs at its pace, the time available without its pauses; its sound is played at `pace`
 * times the speed at which it is placed
 */
export function placeDelivery(
  { startSeconds, availableSeconds, seconds }: LineTime,
  { pace: asked, pauseBeforeMs = 0, pauseAfterMs = 0 }: LineDelivery,
) {
  const pace = boundPace(asked);
  const [pauseBeforeSeconds, pauseAfterSeconds] = [pauseBeforeMs / 1000, pauseAfterMs / 1000];
  return {
    pace,
    startSeconds: startSeconds + pauseBeforeSeconds,
    availableSeconds: Math.max(0, availableSeconds - pauseBeforeSeconds - pauseAfterSeconds),
    seconds: seconds / pace,
    pauseBeforeSeconds,
    pauseAfterSeconds,
  };
}
