import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';

export interface Fit {
  readonly kind: 'fits' | 'short' | 'long';
  /** Such as "18 s longer than the video". */
  readonly sentence: string;
}

/** Nobody notices less at the end of a video: a second, or 2 % of long ones. */
const toleranceSeconds = 1;
const toleranceShare = 0.02;

/**
 * Compares the measured length of a recording with that of its video.
 * @param spokenSeconds how long it takes at the speed at which it is heard
 */
export function compareLengths(spokenSeconds: number, videoSeconds: number): Fit {
  const difference = spokenSeconds - videoSeconds;
  if (Math.abs(difference) <= Math.max(toleranceSeconds, toleranceShare * videoSeconds))
    return { kind: 'fits', sentence: t(playerMessages.sameLength) };
  const length = { difference: printLength(Math.abs(difference)) };
  return difference < 0
    ? { kind: 'short', sentence: t(playerMessages.shorter, length) }
    : { kind: 'long', sentence: t(playerMessages.longer, length) };
}

function printLength(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}
