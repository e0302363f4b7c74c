/** Faster speech is hard to follow. */
export const mostSpeed = 1.15;
/** The shortest pause between two lines, and before speech. */
export const leastPauseSeconds = 0.05;

/** The speed of a line in its available duration. */
export interface LineSpeed {
  /** 1 if it need not be faster; at most {@link mostSpeed}. */
  readonly speed: number;
  /** The remaining excess in seconds; 0 if it fits. */
  readonly excessSeconds: number;
}

/** The speed at which a sound, without silence at its ends, fits until the next line begins or the video ends. */
export function chooseSpeed(seconds: number, availableSeconds: number): LineSpeed {
  const available = Math.max(0, availableSeconds - leastPauseSeconds);
  if (seconds <= available) return { speed: 1, excessSeconds: 0 };
  // A tenth of a percent more, because time stretching is exact only to a few samples.
  const speed = Math.min(mostSpeed, available > 0 ? (seconds / available) * 1.001 : mostSpeed);
  const excess = seconds / speed - available;
  return { speed, excessSeconds: excess > 0.001 ? excess : 0 };
}
