import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import type { Line } from '#shared/narration/project.ts';
import { chooseSpeed } from '#shared/script/plan-lines.ts';

/** How a line fits into its available duration. */
export interface LineFit {
  readonly kind: 'empty' | 'fits' | 'faster' | 'waits' | 'too long';
  /** How much of the available duration it takes, 0 to 1. */
  readonly share: number;
}

export interface LineNeed {
  readonly needSeconds: number;
  readonly availableSeconds: number;
  readonly isSpoken: boolean;
  /** Of spoken subtitles, which may be faster than other lines. */
  readonly maxSpeed?: number | undefined;
  /** In a description: its speed; undefined in a narration, and where it is left out. */
  readonly speed?: number | undefined;
  /** In a description: how long the video pauses for it. */
  readonly waitSeconds?: number | undefined;
  /** In a description: why it is left out, a sentence. */
  readonly leftOut?: string | undefined;
}

/** Less is not seen. */
const minWaitSeconds = 0.05;

/**
 * Judges whether a line can be spoken before the next one begins, as it is or slightly faster; in a description, how it is
 * played.
 */
export function judgeLine(line: LineNeed): LineFit {
  const { needSeconds, availableSeconds, maxSpeed, speed, leftOut, waitSeconds = 0 } = line;
  if (needSeconds === 0) return { kind: 'empty', share: 0 };
  if (leftOut !== undefined) return { kind: 'too long', share: 1 };
  const share = availableSeconds > 0 ? Math.min(1, needSeconds / availableSeconds) : 1;
  if (waitSeconds >= minWaitSeconds) return { kind: 'waits', share };
  if ((speed ?? chooseSpeed(needSeconds, availableSeconds, maxSpeed).speed) === 1)
    return { kind: 'fits', share };
  return { kind: findLineExcess(line) === 0 ? 'faster' : 'too long', share };
}

export function findTooLong<T extends LineNeed>(lines: readonly T[]): T[] {
  return lines.filter(line => judgeLine(line).kind === 'too long');
}

/** What shortening is called: it also speaks what is not spoken yet, which may cost, and so is said. */
export function nameFitting(lines: readonly (LineNeed & { readonly line: Line })[]): string {
  const unlocked = findTooLong(lines).filter(({ line }) => !line.isLocked);
  const unspoken = lines.filter(
    each => !each.isSpoken && each.line.text.trim() !== '' && !unlocked.includes(each),
  );
  const { fitLines, fitAndSpeak } = spokenScriptMessages;
  const count = unlocked.length + unspoken.length;
  return unspoken.length === 0 ? t(fitLines) : t(fitAndSpeak, { count });
}

/** By how many seconds a line is too long; 0 where it can be spoken. */
export function findLineExcess({
  needSeconds,
  availableSeconds,
  maxSpeed,
  speed,
  leftOut,
}: Omit<LineNeed, 'isSpoken'>): number {
  if (leftOut !== undefined) return Math.max(0.1, needSeconds - availableSeconds);
  return speed === undefined ? findExcessSeconds(needSeconds, availableSeconds, maxSpeed) : 0;
}

/** By how many seconds a line is too long, even at the highest speed; 0 when it fits. */
export function findExcessSeconds(needSeconds: number, availableSeconds: number, maxSpeed?: number): number {
  const { excessSeconds } = chooseSpeed(needSeconds, availableSeconds, maxSpeed);
  // What is too long is never shown as 0.0 s.
  return excessSeconds === 0 ? 0 : Math.max(0.1, excessSeconds);
}

export function printSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}

/** What a line needs of its available duration, such as "about 4.1 of 5.0 s"; of a line without words what it has. */
export function describeNeed({ needSeconds, availableSeconds, isSpoken }: LineNeed): string {
  const [need, available] = [needSeconds.toFixed(1), availableSeconds.toFixed(1)];
  // As much as one decimal shows.
  const hasTime = availableSeconds >= 0.05;
  const { available: onlyAvailable, noTime, needNoTime, needNoTimeEstimate } = lineEditorMessages;
  if (needSeconds === 0) return hasTime ? t(onlyAvailable, { available }) : t(noTime);
  if (!hasTime) return t(isSpoken ? needNoTime : needNoTimeEstimate, { need });
  return t(isSpoken ? lineEditorMessages.need : lineEditorMessages.needEstimate, { need, available });
}

/** How a line fits, such as "2.0 s too long"; undefined where there is nothing to say. */
export function describeFit(line: LineNeed): string | undefined {
  const { kind } = judgeLine(line);
  if (kind === 'faster') return t(lineEditorMessages.faster);
  if (kind === 'waits')
    return t(lineEditorMessages.videoPauses, { seconds: printSeconds(line.waitSeconds ?? 0) });
  if (kind !== 'too long') return undefined;
  if (line.leftOut !== undefined) return t(lineEditorMessages.leftOut);
  return t(lineEditorMessages.tooLong, { seconds: printSeconds(findLineExcess(line)) });
}
