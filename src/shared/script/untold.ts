import { t } from '../messages/message.ts';
import { untoldMessages as messages } from '../messages/untold.ts';
import type { Cue } from './cues.ts';
import { isNearPrint, isRead, listPrint, type Notes, type Print } from './list-print.ts';

/** Something that was found and that no line tells; times are the video's. */
export interface Untold {
  readonly startSeconds: number;
  readonly kind: 'print' | 'seen';
  readonly what: string;
  /** A sentence. */
  readonly reason: string;
}

/**
 * What a writer says to have left out, instead of a line: `(left out: no room) The title “Night Harbour”`, with the brackets of any
 * script, or none. Undefined for a line that is spoken.
 */
export function readUntold({ startSeconds, text }: Cue): Untold | undefined {
  const row = text.trim();
  const found = /^[(（[［]([^()（）[\]［］]+)[)）\]］]/u.exec(row) ?? /^left out\b/iu.exec(row);
  if (!found) return undefined;
  const rest = row.slice(found[0].length).replace(/^[\s:–—-]+/u, '');
  // A copy of the form in the prompt.
  const what = rest.includes('“…”') ? '' : rest;
  const why = (found[1] ?? '').replace(/^[^:：]*[:：]/u, '').trim();
  const reason = why
    ? t(messages.byWriter, { reason: why.replace(/[.。]$/u, '') })
    : t(messages.byWriterUnsaid);
  return { startSeconds, kind: findQuotation(what) === undefined ? 'seen' : 'print', what, reason };
}

/** A row of a script, which {@link readUntold} reads back. @param why a few words */
export function printUntold(startSeconds: number, why: string, what: string): Cue {
  return { startSeconds, text: `(left out: ${why}) ${what}` };
}

/**
 * What is not told: what the writer says so of, and print that no line reads.
 * @param lines with their times, or of unknown ones
 * @param explain why print is not read; in time order with all others
 */
export function listUntold(
  known: readonly Untold[],
  notes: readonly Notes[],
  lines: readonly Cue[],
  explain: (print: Print) => string = () => t(messages.unread),
): Untold[] {
  const isTold = (startSeconds: number, text: string) => {
    const near = lines.filter(line => isNearPrint(1000 * line.startSeconds, 1000 * startSeconds));
    return isRead(text, near);
  };
  const left = known.filter(
    ({ kind, startSeconds, what }) =>
      what !== '' && !(kind === 'print' && isTold(startSeconds, findQuotation(what) ?? what)),
  );
  const texts = left.map(({ what }) => ({ text: what }));
  const unread = listPrint(notes).flatMap((print): Untold[] => {
    const startSeconds = print.startMs / 1000;
    if (isTold(startSeconds, print.text) || isRead(print.text, texts)) return [];
    return [{ startSeconds, kind: 'print', what: print.text, reason: explain(print) }];
  });
  return [...left, ...unread].toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** As the document keeps it. */
export function keepUntold(untold: readonly Untold[] = []) {
  if (untold.length === 0) return undefined;
  return untold.map(({ startSeconds, ...each }) => ({ startMs: Math.round(startSeconds * 1000), ...each }));
}

function findQuotation(text: string): string | undefined {
  return /[“"„«»「]([^“”"„«»「」\n]+)[”"“»«」]/u.exec(text)?.[1];
}
