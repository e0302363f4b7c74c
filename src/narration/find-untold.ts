import type { CuePoint, TimedScriptRequest } from '#engines/ports.ts';
import { t } from '#shared/messages/message.ts';
import { untoldMessages as messages } from '#shared/messages/untold.ts';
import type { Cue } from '#shared/script/cues.ts';
import { leastGapSeconds } from '#shared/script/gaps.ts';
import { type Print, sameMomentMs } from '#shared/script/list-print.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { listUntold, type Untold } from '#shared/script/untold.ts';

interface WrittenFrom
  extends Pick<TimedScriptRequest, 'analysis' | 'cuePoints' | 'language' | 'description'> {
  /** Of the pictures in the analysis, in seconds. */
  readonly moments: readonly number[];
}

/**
 * What lines do not tell: what their writer says so of, and print that they do not read, with the reason.
 * @param known what the writer says
 */
export function findUntold(from: WrittenFrom, known: readonly Untold[], lines: readonly Cue[]): Untold[] {
  const momentsMs = from.moments.map(seconds => Math.round(seconds * 1000));
  const explain = (print: Print) => t(explainUnread(print, from));
  return listUntold(known, [{ text: from.analysis, momentsMs }], lines, explain);
}

/** A field of an answer, left out where all is told. */
export function keepFound(untold: Untold[]): { readonly untold?: Untold[] } {
  return untold.length > 0 ? { untold } : {};
}

function explainUnread({ startMs, text }: Print, { cuePoints, language, description }: WrittenFrom) {
  const far = ({ startSeconds, gap }: CuePoint) =>
    Math.abs((gap?.seenSeconds ?? startSeconds) - startMs / 1000);
  const own = cuePoints.find(cuePoint => 1000 * far(cuePoint) <= sameMomentMs);
  if (own) {
    const { count } = own.gap?.availableWhilePaused ?? own.available;
    return countSpokenUnits(language, text) > count ? messages.noRoom : messages.unread;
  }
  if (cuePoints.some(cuePoint => far(cuePoint) < leastGapSeconds)) return messages.tooNear;
  return description ? messages.noMoment : messages.noMomentTimed;
}
