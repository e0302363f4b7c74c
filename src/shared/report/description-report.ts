import type { LineCheck } from '../checks/line-check.ts';
import { type DescriptionKind, reviewQuestions } from '../description.ts';
import { describeProvenance } from '../marks/create-marks.ts';
import type { Provenance } from '../marks/provenance.ts';
import { checkNames } from '../messages/checks.ts';
import { reportMessages } from '../messages/description-report.ts';
import { t } from '../messages/message.ts';
import { reviewMessages } from '../messages/review.ts';
import { untoldMessages } from '../messages/untold.ts';
import type { Observation, Review, Untold } from '../narration/project.ts';
import { findPausedPlace, type PicturePause, sumPauses } from '../script/cues.ts';
import { maxAheadSeconds, maxWaitSeconds, type TimeSpan } from '../script/gaps.ts';
import type { DescriptionPlan, LineToPlan, PlannedLine } from '../script/plan-lines.ts';
import { printShortTime } from '../script/time-format.ts';
import { listUntold } from '../script/untold.ts';
import { toOneRow } from '../script/write-subtitles.ts';

export interface DescribedResult {
  readonly kind: DescriptionKind;
  /** Of the original. */
  readonly durationSeconds: number;
  readonly gaps: readonly TimeSpan[];
  readonly plan: DescriptionPlan<LineToPlan>;
  /** Who wrote and spoke it. */
  readonly provenance?: Provenance | undefined;
  /** What a person has confirmed. */
  readonly review?: Review | undefined;
  /** What the writer says to have left out. */
  readonly untold?: readonly Untold[] | undefined;
  /** What was seen in the video: print in it that no line reads is listed, too. */
  readonly observations?: readonly Observation[] | undefined;
  readonly checks?: readonly LineCheck[] | undefined;
}

/** A row, with the line or the moment that it is about. */
export interface ReportRow {
  readonly text: string;
  readonly lineId?: string | undefined;
  /** Of the original video. */
  readonly startSeconds?: number | undefined;
}

export type ReportSection = { readonly heading: string; readonly rows: readonly ReportRow[] };

export function writeDescriptionReport(result: DescribedResult): string {
  const [first, ...others] = listReportSections(result);
  const head = first ? [first.heading, '', ...first.rows.map(({ text }) => text)] : [];
  const parts = others.flatMap(({ heading, rows }) => ['', heading, ...rows.map(({ text }) => `  ${text}`)]);
  return `${[...head, ...parts, '', t(reportMessages.check)].join('\n')}\n`;
}

/** The parts of the report. Times are of the original; those of lines in a video with pauses follow where they differ. */
export function listReportSections(result: DescribedResult): readonly ReportSection[] {
  const { kind, durationSeconds, gaps, plan, provenance, checks } = result;
  const { lines, pauses } = plan;
  const notTold = listNotTold(result);
  const criteria = listCriteria(result, notTold.length);
  return [
    {
      heading: t(reportMessages.title),
      rows: [
        { text: t(reportMessages[kind]) },
        { text: t(reportMessages.videoLength, { time: printShortTime(durationSeconds) }) },
        { text: t(reportMessages.fullLength, { time: printShortTime(plan.durationSeconds) }) },
        ...(pauses.length > 0 ? [{ text: t(reportMessages.clocks) }] : []),
        ...(provenance ? [{ text: describeProvenance(provenance) }] : []),
      ],
    },
    listGaps(gaps),
    {
      heading: t(reportMessages.lines, { count: lines.length }),
      rows: lines.map(line => printLine(line, pauses)),
    },
    { heading: t(reportMessages.notTold, { count: notTold.length }), rows: notTold },
    listEmptyGaps(result, notTold),
    listPauses(plan),
    { heading: t(reportMessages.criteria), rows: criteria.map(text => ({ text })) },
    ...(checks ? [listChecks(checks)] : []),
    { heading: t(reportMessages.review), rows: listReview(result.review).map(text => ({ text })) },
  ];
}

/** Who has confirmed what, and what is left for a person. */
function listReview({ by, at, confirmed }: Review = { by: '', at: '', confirmed: [] }): string[] {
  const date = at.slice(0, 10);
  const who = by === '' ? t(reportMessages.reviewedOn, { date }) : t(reportMessages.reviewedBy, { by, date });
  const questions = reviewQuestions.map(question => {
    const message = confirmed.includes(question) ? reportMessages.confirmed : reportMessages.toCheck;
    return t(message, { statement: t(reviewMessages[question]) });
  });
  return [confirmed.length > 0 ? who : t(reportMessages.notReviewed), ...questions];
}

/** What was found and is not told: what the writer left out, print that no line reads, and lines without a place. */
export function listNotTold({
  plan,
  untold = [],
  observations = [],
}: Pick<DescribedResult, 'plan' | 'untold' | 'observations'>): ReportRow[] {
  const spoken = plan.lines.map(({ line }) => line);
  const known = untold.map(({ startMs, ...each }) => ({ startSeconds: startMs / 1000, ...each }));
  const found = listUntold(known, observations, spoken).map(({ startSeconds, what, reason }) => ({
    text: t(reportMessages.notToldRow, { time: printShortTime(startSeconds), what, reason }),
    startSeconds,
  }));
  const leftOut = plan.leftOut.map(({ line: { id, startSeconds, text }, reason }) => {
    const shown = { time: printShortTime(startSeconds), what: toOneRow(text), reason };
    return { text: t(reportMessages.notToldRow, shown), lineId: id, startSeconds };
  });
  return [...found, ...leftOut].toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** Gaps in which nothing is said, and why. @param notTold what is listed above */
function listEmptyGaps(result: DescribedResult, notTold: readonly ReportRow[]): ReportSection {
  const { gaps, plan, observations = [] } = result;
  const moments = observations.flatMap(({ momentsMs }) => momentsMs).map(ms => ms / 1000);
  const isIn = ({ startSeconds, endSeconds }: TimeSpan, seconds: number) =>
    seconds >= startSeconds && seconds < endSeconds;
  const isTold = (gap: TimeSpan) => {
    const near = { ...gap, startSeconds: gap.startSeconds - maxWaitSeconds };
    return plan.lines.some(({ line }) => isIn(near, line.startSeconds));
  };
  const rows = gaps
    .filter(gap => !isTold(gap))
    .map(gap => {
      const { startSeconds, endSeconds } = gap;
      const seen = { startSeconds, endSeconds: endSeconds + maxAheadSeconds };
      const reason = notTold.some(row => isIn(gap, row.startSeconds ?? -1))
        ? untoldMessages.gapTooFull
        : moments.some(seconds => isIn(seen, seconds))
          ? untoldMessages.gapFree
          : untoldMessages.gapUnseen;
      const times = { start: printShortTime(startSeconds), end: printShortTime(endSeconds) };
      return { text: t(reportMessages.emptyGap, { ...times, reason: t(reason) }), startSeconds };
    });
  return { heading: t(reportMessages.emptyGaps, { count: rows.length }), rows };
}

/** What can be counted for the success criteria of WCAG 2.2. Whether they are met, only a person can tell. */
function listCriteria({ plan }: DescribedResult, notTold: number): string[] {
  const spoken = `${t(reportMessages.spoken, { count: plan.lines.length })} ${t(reportMessages.notToldCount, { count: notTold })}`;
  const { length: count } = plan.pauses;
  const pauses = count === 0 ? t(reportMessages.neverPauses) : t(reportMessages.videoPauses, { count });
  const facts = [
    [reportMessages.prerecorded, spoken],
    [reportMessages.described, spoken],
    [reportMessages.extendedDescribed, pauses],
    [reportMessages.alternative, t(reportMessages.textMissing)],
  ] as const;
  return facts.map(([criterion, fact]) => t(reportMessages.criterion, { criterion: t(criterion), fact }));
}

/** The findings of the checks, with the name of the rule. */
function listChecks(checks: readonly LineCheck[]): ReportSection {
  const accepted = checks.filter(({ isAccepted }) => isAccepted).length;
  const rows = checks.map(({ rule, startMs, lineId, message, isAccepted }) => {
    const shown = { time: printShortTime(startMs / 1000), name: t(checkNames[rule]), message };
    const row = isAccepted ? reportMessages.acceptedCheck : reportMessages.openCheck;
    return { text: t(row, shown), lineId, startSeconds: startMs / 1000 };
  });
  const counts = { open: checks.length - accepted, accepted };
  return { heading: t(reportMessages.checks, counts), rows };
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

function printLine({ line, speed, ...times }: PlannedLine<LineToPlan>, pauses: readonly PicturePause[]) {
  const { id: lineId, startSeconds } = line;
  const shown = { span: printSpan(times, pauses), text: toOneRow(line.text) };
  const percent = Math.round((speed - 1) * 100);
  const text =
    percent === 0 ? t(reportMessages.line, shown) : t(reportMessages.fasterLine, { ...shown, percent });
  return { text, lineId, startSeconds };
}

function printSpan({ startSeconds, endSeconds }: TimeSpan, pauses: readonly PicturePause[] = []): string {
  const toOriginal = (each: number) => printShortTime(findPausedPlace(each, pauses).seconds);
  const seconds = (endSeconds - startSeconds).toFixed(1);
  const later = { from: printShortTime(startSeconds), until: printShortTime(endSeconds) };
  const shown = { start: toOriginal(startSeconds), end: toOriginal(endSeconds), seconds };
  if (shown.start === later.from && shown.end === later.until) return t(reportMessages.span, shown);
  return t(reportMessages.pausedSpan, { ...shown, ...later });
}
