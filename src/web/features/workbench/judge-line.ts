import { chooseSpeed } from '#shared/script/line-speed.ts';

/** How a line's need and its room go together. */
export interface LineFit {
  readonly kind: 'empty' | 'fits' | 'faster' | 'too long';
  /** How full the room is, 0 to 1. */
  readonly share: number;
  /** For a person: figures, and what they mean. */
  readonly text: string;
}

/** What a line needs and what it has, in seconds. */
export interface LineNeed {
  readonly needSeconds: number;
  readonly roomSeconds: number;
  /** Measured, and not guessed. */
  readonly isSpoken: boolean;
}

/**
 * Judges whether a line can be said before the next one begins, as it is or a little faster.
 */
export function judgeLine({ needSeconds, roomSeconds, isSpoken }: LineNeed): LineFit {
  const room = printSeconds(roomSeconds);
  if (needSeconds === 0) return { kind: 'empty', share: 0, text: `Room for ${room}` };
  const need = `${isSpoken ? '' : 'about '}${printSeconds(needSeconds)} of ${room}`;
  const share = roomSeconds > 0 ? Math.min(1, needSeconds / roomSeconds) : 1;
  if (chooseSpeed(needSeconds, roomSeconds).speed === 1) return { kind: 'fits', share, text: need };
  const excessSeconds = findExcessSeconds(needSeconds, roomSeconds);
  if (excessSeconds === 0) return { kind: 'faster', share, text: `${need}: fits, spoken a little faster` };
  return { kind: 'too long', share, text: `${need}: ${describeExcess(excessSeconds)}` };
}

/** Lines that cannot be said before the next one begins, not even faster. */
export function findTooLong<T extends LineNeed>(lines: readonly T[]): T[] {
  return lines.filter(line => judgeLine(line).kind === 'too long');
}

/** By how many seconds a line is too long, even when it is spoken as fast as it may be; 0 when it fits. */
export function findExcessSeconds(needSeconds: number, roomSeconds: number): number {
  const { excessSeconds } = chooseSpeed(needSeconds, roomSeconds);
  // What is too long is never told as nothing.
  return excessSeconds === 0 ? 0 : Math.max(0.1, excessSeconds);
}

/** What is too long, for a person, who can reckon what would be missing at natural speed. */
export function describeExcess(excessSeconds: number): string {
  return `${printSeconds(excessSeconds)} too long, even spoken faster`;
}

/** With one decimal, as far as anybody hears a difference. */
export function printSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}
