import type { ReportRow } from '#shared/report/description-report.ts';
import { maxWaitSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { LineState } from '../model/line-states.ts';

export interface ReviewItem extends TimeSpan {
  readonly lines: readonly LineState[];
  /** What was found there and no line tells, as the report says it. */
  readonly notTold: readonly string[];
  readonly state: 'described' | 'inPart' | 'paused' | 'empty' | 'leftOut';
}

/**
 * Each gap with its lines, lines during speech, and what is not told there, in the order of time.
 * @param rows what the report says not to be told
 */
export function listReviewItems(
  lines: readonly LineState[],
  gaps: readonly TimeSpan[],
  rows: readonly ReportRow[] = [],
): readonly ReviewItem[] {
  const findGap = (seconds: number) =>
    gaps.find(({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds < endSeconds);
  const toPlace = (startSeconds: number): TimeSpan => ({ startSeconds, endSeconds: startSeconds });
  const written = Map.groupBy(
    lines.filter(({ line }) => line.text.trim() !== ''),
    ({ startSeconds: at }) => findGap(at) ?? findGap(at + maxWaitSeconds) ?? toPlace(at),
  );
  const found = Map.groupBy(
    // Lines that are left out are shown as lines.
    rows.filter(({ lineId }) => lineId === undefined),
    ({ startSeconds: at = 0 }) => findGap(at) ?? toPlace(at),
  );
  return [...new Set([...gaps, ...written.keys(), ...found.keys()])]
    .map(place => {
      const notTold = found.get(place)?.map(({ text }) => text) ?? [];
      const inPlace = written.get(place) ?? [];
      return { ...place, lines: inPlace, notTold, state: judge(inPlace, notTold, gaps.includes(place)) };
    })
    .sort((one, other) => one.startSeconds - other.startSeconds);
}

function judge(lines: readonly LineState[], notTold: readonly string[], isGap: boolean): ReviewItem['state'] {
  if (lines.some(({ leftOut }) => leftOut !== undefined)) return 'leftOut';
  if (lines.length === 0) return 'empty';
  if (notTold.length > 0) return 'inPart';
  return isGap ? 'described' : 'paused';
}
