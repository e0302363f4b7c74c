/** Faster than this nobody follows comfortably. */
export const mostSpeed = 1.15;
/** The least between two lines, so that they are two, and before speech. */
export const leastPauseSeconds = 0.05;

/** How fast a line is to be heard in its room. */
export interface LineSpeed {
  /** 1 where it need not be made faster; at most {@link mostSpeed}. */
  readonly speed: number;
  /** What is missing still, in seconds; 0 where it fits. */
  readonly excessSeconds: number;
}

/**
 * Chooses how fast a line must be heard so that it fits its room.
 * @param seconds of its sound, without silence at its ends
 * @param roomSeconds until the next line begins, or the video ends
 */
export function chooseSpeed(seconds: number, availableSeconds: number): LineSpeed {
  const available = Math.max(0, availableSeconds - leastPauseSeconds);
  if (seconds <= available) return { speed: 1, excessSeconds: 0 };
  // A tenth of a percent more, because a changed tempo is exact to a few samples only.
  const speed = Math.min(mostSpeed, available > 0 ? (seconds / available) * 1.001 : mostSpeed);
  const excess = seconds / speed - available;
  return { speed, excessSeconds: excess > 0.001 ? excess : 0 };
}
