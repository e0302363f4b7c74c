import type { DescriptionKind } from '../description.ts';
import { describeProvenance } from '../marks/create-marks.ts';
import type { Provenance } from '../marks/provenance.ts';
import { reportMessages } from '../messages/description-report.ts';
import { type Message, t } from '../messages/message.ts';
import type { TimeSpan } from '../script/gaps.ts';
import { sumPauses } from '../script/picture-pauses.ts';
import type { DescriptionPlan, LineToPlan, PlannedLine } from '../script/plan-description.ts';
import { printShortTime } from '../script/time-format.ts';

export interface DescribedResult {
  readonly kind: DescriptionKind;
  /** Of the original. */
  readonly durationSeconds: number;
  readonly gaps: readonly TimeSpan[];
  readonly plan: DescriptionPlan<LineToPlan>;
  /** Who wrote and spoke it. */
  readonly provenance?: Provenance | undefined;
}

/** A row, with the line or the moment that it is about. */
export interface ReportRow {
  readonly text: string;
  readonly lineId?: string | undefined;
  /** Of the original video. */
  readonly startSeconds?: number | undefined;
}

export interface ReportSection {
  readonly heading: string;
  readonly rows: readonly ReportRow[];
}

export function writeDescriptionReport(result: DescribedResult): string {
  const [first, ...others] = listReportSections(result);
  const head = first ? [first.heading, '', ...first.rows.map(({ text }) => text)] : [];
  const parts = others.flatMap(({ heading, rows }) => ['', heading, ...rows.map(({ text }) => `  ${text}`)]);
  return `${[...head, ...parts, '', t(reportMessages.check)].join('\n')}\n`;
}

/** The parts of the report. Times of lines are those of the finished video, all others of the original. */
export function listReportSections(result: DescribedResult): readonly ReportSection[] {
  const { kind, durationSeconds, gaps, plan, provenance } = result;
  const { lines, leftOut } = plan;
  return [
    {
      heading: t(reportMessages.title),
      rows: [
        { text: t(reportMessages[kind]) },
        { text: t(reportMessages.videoLength, { time: printShortTime(durationSeconds) }) },
        { text: t(reportMessages.fullLength, { time: printShortTime(plan.durationSeconds) }) },
        ...(provenance ? [{ text: describeProvenance(provenance) }] : []),
      ],
    },
    listGaps(gaps),
    { heading: t(reportMessages.lines, { count: lines.length }), rows: lines.map(printLine) },
    {
      heading: t(reportMessages.leftOut, { count: leftOut.length }),
      rows: leftOut.map(({ line: { id, startSeconds, text }, reason }) => {
        const shown = { time: printShortTime(startSeconds), text: toOneRow(text), reason };
        return { text: t(reportMessages.leftOutLine, shown), lineId: id, startSeconds };
      }),
    },
    listPauses(plan),
    { heading: t(reportMessages.criteria), rows: listCriteria(result).map(text => ({ text })) },
  ];
}

/** The success criteria of WCAG 2.2 for the visual content of a video with sound, and whether the description meets them. */
function listCriteria({ kind, plan }: DescribedResult): string[] {
  const isServed = plan.lines.length > 0;
  const spoken = explainSpoken(plan);
  const pauses = t(kind === 'extended' ? reportMessages.videoPauses : reportMessages.neverPauses);
  const print = (name: Message, isMet: boolean, why: string) =>
    t(isMet ? reportMessages.served : reportMessages.notServed, { criterion: t(name), why });
  return [
    print(reportMessages.prerecorded, isServed, spoken),
    print(reportMessages.described, isServed, spoken),
    print(reportMessages.extendedDescribed, isServed && kind === 'extended', isServed ? pauses : spoken),
    print(reportMessages.alternative, false, t(reportMessages.textMissing)),
  ];
}

function explainSpoken({ lines, leftOut }: DescribedResult['plan']): string {
  if (lines.length === 0) return t(reportMessages.notSpoken);
  const count = leftOut.length;
  return count === 0 ? t(reportMessages.spoken) : t(reportMessages.spokenInPart, { count });
}

function listGaps(gaps: readonly TimeSpan[]): ReportSection {
  const total = gaps.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  const count = gaps.length;
  const heading =
    count === 0 ? t(reportMessages.noGaps) : t(reportMessages.gaps, { count, seconds: total.toFixed(1) });
  return { heading, rows: gaps.map(gap => ({ text: printSpan(gap), startSeconds: gap.startSeconds })) };
}

function listPauses({ pauses }: DescribedResult['plan']): ReportSection {
  const [count, total] = [pauses.length, sumPauses(pauses)];
  const heading =
    count === 0 ? t(reportMessages.noPauses) : t(reportMessages.pauses, { count, seconds: total.toFixed(1) });
  const rows = pauses.map(({ atSeconds, seconds }) => {
    const shown = { time: printShortTime(atSeconds), seconds: seconds.toFixed(1) };
    return { text: t(reportMessages.pause, shown), startSeconds: atSeconds };
  });
  return { heading, rows };
}

function printLine({ line, speed, ...times }: PlannedLine<LineToPlan>): ReportRow {
  const { id: lineId, startSeconds } = line;
  const shown = { span: printSpan(times), text: toOneRow(line.text) };
  const percent = Math.round((speed - 1) * 100);
  const text =
    percent === 0 ? t(reportMessages.line, shown) : t(reportMessages.fasterLine, { ...shown, percent });
  return { text, lineId, startSeconds };
}

function printSpan({ startSeconds, endSeconds }: TimeSpan): string {
  return t(reportMessages.span, {
    start: printShortTime(startSeconds),
    end: printShortTime(endSeconds),
    seconds: (endSeconds - startSeconds).toFixed(1),
  });
}

function toOneRow(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
