import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { formatDuration } from '../../../lib/format.ts';
import { describeNeed, findLineExcess, printSeconds } from '../model/judge-line.ts';
import type { LineState } from '../model/list-lines.ts';

/** A line's time and fit, one fact after the other, such as "Line 3 at 0:12.5, about 4.1 of 5.0 s, locked". */
export function describeBlock(state: LineState): string {
  const { line, index, startSeconds, leftOut } = state;
  const excessSeconds = findLineExcess(state);
  const facts = [
    t(timelineMessages.lineAt, { number: index + 1, time: printShortTime(startSeconds) }),
    describeNeed(state),
    leftOut !== undefined && t(lineEditorMessages.leftOut),
    leftOut === undefined &&
      excessSeconds > 0 &&
      t(lineEditorMessages.tooLong, { seconds: printSeconds(excessSeconds) }),
    line.isLocked && t(timelineMessages.locked),
  ];
  return facts.filter(Boolean).join(', ');
}

/** Where people speak, and how many gaps there are between. */
export function describeSpeech(speech: readonly TimeSpan[], durationSeconds: number): string {
  if (speech.length === 0) return t(timelineMessages.noSpeech);
  const spokenSeconds = speech.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
  const gaps = computeGaps(speech, durationSeconds).length;
  const facts = [
    t(timelineMessages.speech, {
      count: speech.length,
      spoken: formatDuration(spokenSeconds),
      total: formatDuration(durationSeconds),
    }),
    gaps === 0 ? t(timelineMessages.noGaps) : t(timelineMessages.gaps, { count: gaps }),
  ];
  return facts.join(' · ');
}
