/** How a recording fits its video. */
export interface Fit {
  readonly kind: 'fits' | 'short' | 'long';
  /** Such as "18 s too long". */
  readonly sentence: string;
}

/** What is not heard as a difference at the end of a film: a second, or of long ones 2 %. */
const toleranceSeconds = 1;
const toleranceShare = 0.02;

/**
 * Compares the measured length of a recording with that of its video.
 * @param spokenSeconds how long it takes at the speed at which it is heard
 */
export function compareLengths(spokenSeconds: number, videoSeconds: number): Fit {
  const difference = spokenSeconds - videoSeconds;
  if (Math.abs(difference) <= Math.max(toleranceSeconds, toleranceShare * videoSeconds))
    return { kind: 'fits', sentence: 'As long as the video' };
  const length = spellDifference(Math.abs(difference));
  return difference < 0
    ? { kind: 'short', sentence: `${length} shorter than the video` }
    : { kind: 'long', sentence: `${length} too long` };
}

function spellDifference(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}
