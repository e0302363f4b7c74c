import { getLanguage, type LanguageCode, type LanguageName } from '../languages.ts';
import type { Command } from '../narration/commands.ts';
import { createId, isTimed, type Narration } from '../narration/project.ts';
import { joinSpans, listPauses, type TimeSpan } from '../script/gaps.ts';
import sentences from './synthetic-notices.json' with { type: 'json' };

/** "This narration is spoken by a synthetic voice." */
const notices: Readonly<Record<LanguageCode, string>> = sentences;

export const noticePlaces = ['first', 'last'] as const;

export type NoticePlace = (typeof noticePlaces)[number];

/** The sentence that says that the voice is synthetic. */
export function getSyntheticNotice(language: LanguageName): string {
  return notices[getLanguage(language).code];
}

const known = new Set(Object.values(notices));

/** In any language. */
export function isSyntheticNotice(text: string): boolean {
  return known.has(text.trim());
}

/** A pause before a notice that follows a line. */
const pauseSeconds = 0.3;

interface NoticeRequest {
  readonly place: NoticePlace;
  readonly language: LanguageName;
  /** How long the sentence takes, and when there is time for it; of a script with times. */
  readonly seconds: number;
  readonly durationSeconds: number;
  /** When lines are spoken. */
  readonly spoken: readonly TimeSpan[];
  /** Of a description: gaps in the speech, which come first. */
  readonly gaps?: readonly TimeSpan[] | undefined;
}

/**
 * The command that adds the sentence to a narration as its first or last line; with times, at the first or last time that is free.
 * @returns undefined if no time is free, or if the narration has it already
 */
export function addSyntheticNotice(narration: Narration, request: NoticeRequest): Command | undefined {
  const { id: narrationId, lines } = narration;
  const { place, language } = request;
  const notice = getSyntheticNotice(language);
  if (lines.some(({ text }) => isSyntheticNotice(text))) return undefined;
  if (!isTimed(narration)) {
    const kept = lines.slice(0, lines.findLastIndex(({ text }) => text.trim() !== '') + 1);
    const added = { startMs: null, text: notice, origin: 'edited' as const };
    const all = place === 'first' ? [added, ...kept] : [...kept, added];
    return { type: 'replaceLines', narrationId, lines: all };
  }
  const startSeconds = findFreeTime(request, request.gaps) ?? findFreeTime(request, undefined);
  if (startSeconds === undefined) return undefined;
  const startMs = Math.round(1000 * startSeconds);
  return { type: 'addLine', narrationId, newId: createId(), startMs, text: notice };
}

function findFreeTime(
  { place, seconds, durationSeconds, spoken }: NoticeRequest,
  gaps: NoticeRequest['gaps'],
): number | undefined {
  const said = gaps ? listPauses(gaps, durationSeconds, 0) : [];
  const free = listPauses(joinSpans([...said, ...spoken]), durationSeconds, seconds);
  const span = free.at(place === 'first' ? 0 : -1);
  if (!span || span.startSeconds === 0) return span?.startSeconds;
  return Math.min(span.startSeconds + pauseSeconds, span.endSeconds - seconds);
}
