import { chooseSpeed } from '#shared/script/line-speed.ts';

/** How a line's need and its room go together. */
export interface LineFit {
  readonly kind: 'empty' | 'fits' | 'faster' | 'waits' | 'too long';
  /** How full the room is, 0 to 1. */
  readonly share: number;
  /** For a person: figures, and what they mean. */
  readonly text: string;
}

/** What a line needs and what it has, in seconds. */
export interface LineNeed {
  readonly needSeconds: number;
  readonly availableSeconds: number;
  /** Measured, and not guessed. */
  readonly isSpoken: boolean;
  /** In a description: how fast it is heard; undefined in a narration, and where it is left out. */
  readonly speed?: number | undefined;
  /** In a description: how long the picture stands still meanwhile. */
  readonly waitSeconds?: number | undefined;
  /** In a description: why it is not heard, a sentence. */
  readonly leftOut?: string | undefined;
}

/** Less is not seen. */
const leastWaitSeconds = 0.05;

/**
 * Judges whether a line can be said before the next one begins, as it is or a little faster; one of a description, how it is heard.
 */
export function judgeLine(line: LineNeed): LineFit {
  const { needSeconds, availableSeconds, speed, waitSeconds = 0 } = line;
  if (needSeconds === 0)
    return {
      kind: 'empty',
      share: 0,
      text: hasTime(line) ? `Room for ${printSeconds(availableSeconds)}` : 'No room',
    };
  const need = describeNeed(line);
  const share = availableSeconds > 0 ? Math.min(1, needSeconds / availableSeconds) : 1;
  if (line.leftOut !== undefined) return { kind: 'too long', share: 1, text: `${need}: left out` };
  if (waitSeconds >= leastWaitSeconds)
    return { kind: 'waits', share, text: `${need}: the picture waits ${printSeconds(waitSeconds)}` };
  if ((speed ?? chooseSpeed(needSeconds, availableSeconds).speed) === 1)
    return { kind: 'fits', share, text: need };
  const excessSeconds = findLineExcess(line);
  if (excessSeconds === 0) return { kind: 'faster', share, text: `${need}: fits, spoken a little faster` };
  return { kind: 'too long', share, text: `${need}: ${describeExcess(excessSeconds)}` };
}

/** What a line needs of what it has, such as "about 4.1 s of 5.0 s". */
export function describeNeed(line: Pick<LineNeed, 'needSeconds' | 'availableSeconds' | 'isSpoken'>): string {
  const need = `${line.isSpoken ? '' : 'about '}${printSeconds(line.needSeconds)}`;
  return hasTime(line) ? `${need} of ${printSeconds(line.availableSeconds)}` : `${need}, no room`;
}

/** Whether there is as much as one decimal shows. */
function hasTime({ availableSeconds }: Pick<LineNeed, 'availableSeconds'>): boolean {
  return availableSeconds >= 0.05;
}

/** Lines that cannot be said before the next one begins, not even faster. */
export function findTooLong<T extends LineNeed>(lines: readonly T[]): T[] {
  return lines.filter(line => judgeLine(line).kind === 'too long');
}

/** What a line has too much, in seconds; 0 where it is heard as it is. */
export function findLineExcess({
  needSeconds,
  availableSeconds,
  speed,
  leftOut,
}: Omit<LineNeed, 'isSpoken'>): number {
  if (leftOut !== undefined) return Math.max(0.1, needSeconds - availableSeconds);
  return speed === undefined ? findExcessSeconds(needSeconds, availableSeconds) : 0;
}

/** By how many seconds a line is too long, even when it is spoken as fast as it may be; 0 when it fits. */
export function findExcessSeconds(needSeconds: number, availableSeconds: number): number {
  const { excessSeconds } = chooseSpeed(needSeconds, availableSeconds);
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
