import type { DescriptionKind } from '../description.ts';
import type { TimeSpan } from './gaps.ts';
import { sumPauses } from './picture-pauses.ts';
import type { DescriptionPlan, LineToPlan } from './plan-description.ts';
import { printShortTime } from './time-mark.ts';

/** What was described, and how it turned out. */
export interface DescribedResult {
  readonly kind: DescriptionKind;
  /** Of the original. */
  readonly durationSeconds: number;
  readonly gaps: readonly TimeSpan[];
  readonly plan: DescriptionPlan<LineToPlan>;
}

/** What a success criterion of WCAG 2.2 asks for, and whether this description serves it. */
export interface ServedCriterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA' | 'AAA';
  readonly isServed: boolean;
  /** A sentence for a person. */
  readonly why: string;
}

/**
 * Writes the report of a description, as a text for people: the gaps, the lines, what was left out and why, where the picture stands
 * still, and what of WCAG it serves, if a person finds it right. Times of lines are those of the finished video, all others of the original.
 */
export function writeDescriptionReport(result: DescribedResult): string {
  const { kind, durationSeconds, gaps, plan } = result;
  const { lines, pauses, leftOut } = plan;
  const kinds = {
    standard: 'standard (lines only where nobody speaks)',
    extended: 'extended (the picture stands still where a gap is too short)',
  };
  const parts = [
    [
      'Audio description: report',
      '',
      `Kind: ${kinds[kind]}`,
      `Length of the video: ${printShortTime(durationSeconds)}`,
    ],
    [`Length with the description: ${printShortTime(plan.durationSeconds)}`],
    list(`Gaps in the speech: ${describeGaps(gaps)}`, gaps.map(printSpan)),
    list(
      `Lines: ${lines.length}`,
      lines.map(
        ({ line, speed, ...times }) => `${printSpan(times)}${printSpeed(speed)}: ${toOneRow(line.text)}`,
      ),
    ),
    list(
      `Left out: ${leftOut.length}`,
      leftOut.map(
        ({ line, reason }) => `${printShortTime(line.startSeconds)}: ${toOneRow(line.text)} (${reason})`,
      ),
    ),
    list(
      `Pauses of the picture: ${pauses.length}${pauses.length > 0 ? `, ${sumPauses(pauses).toFixed(1)} s altogether` : ''}`,
      pauses.map(({ atSeconds, seconds }) => `${printShortTime(atSeconds)}: ${seconds.toFixed(1)} s`),
    ),
    list('Success criteria of WCAG 2.2', listServedCriteria(result).map(printCriterion)),
    [
      '',
      'Whether all that matters is described, and rightly, only a person can say who watches the video: please check it before you publish.',
    ],
  ];
  return `${parts.flat().join('\n')}\n`;
}

/** The criteria of WCAG 2.2 for what is to be seen in a video with sound, and what this description does for each. */
export function listServedCriteria({
  kind,
  plan,
}: Pick<DescribedResult, 'kind' | 'plan'>): ServedCriterion[] {
  const isDescribed = plan.lines.length > 0;
  const missing = plan.leftOut.length;
  const spoken = isDescribed ? 'What is seen is described in the sound.' : 'No line is spoken.';
  const incomplete = missing === 0 ? '' : ` ${describeMissing(missing)}`;
  const longer =
    kind === 'extended'
      ? 'Where the gaps are too short the picture stands still.'
      : 'The picture never stands still; an extended description would serve it.';
  return [
    {
      number: '1.2.3',
      name: 'Audio Description or Media Alternative (Prerecorded)',
      level: 'A',
      isServed: isDescribed,
      why: spoken + incomplete,
    },
    {
      number: '1.2.5',
      name: 'Audio Description (Prerecorded)',
      level: 'AA',
      isServed: isDescribed,
      why: spoken + incomplete,
    },
    {
      number: '1.2.7',
      name: 'Extended Audio Description (Prerecorded)',
      level: 'AAA',
      isServed: isDescribed && kind === 'extended',
      why: isDescribed ? longer : spoken,
    },
    {
      number: '1.2.8',
      name: 'Media Alternative (Prerecorded)',
      level: 'AAA',
      isServed: false,
      why: 'It asks for a text of all that is seen and heard; the text of the description has nothing of what people say.',
    },
  ];
}

function describeMissing(count: number): string {
  return count === 1
    ? 'A line was left out; see whether the video needs it.'
    : `${count} lines were left out; see whether the video needs them.`;
}

function printCriterion({ number, name, level, isServed, why }: ServedCriterion): string {
  return `${number} ${name}, level ${level}: ${isServed ? 'served, if the lines tell all that matters' : 'not served'}. ${why}`;
}

/** A heading behind an empty row, and rows that are set in. */
function list(heading: string, rows: readonly string[]): string[] {
  return ['', heading, ...rows.map(row => `  ${row}`)];
}

function describeGaps(gaps: readonly TimeSpan[]): string {
  if (gaps.length === 0) return 'none';
  const seconds = gaps.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  return `${gaps.length}, ${seconds.toFixed(1)} s altogether`;
}

function printSpan({ startSeconds, endSeconds }: TimeSpan): string {
  return `${printShortTime(startSeconds)} to ${printShortTime(endSeconds)} (${(endSeconds - startSeconds).toFixed(1)} s)`;
}

function printSpeed(speed: number): string {
  return speed === 1 ? '' : `, ${Math.round((speed - 1) * 100)} % faster`;
}

function toOneRow(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
