import type { LanguageName } from '#shared/languages.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { isSpokenByLine, type Line, type Narration } from '#shared/narration/project.ts';
import { listUntranslated } from '#shared/narration/translations.ts';
import { findLineSound, findRecording, type Sounding } from '../model/select.ts';

export interface Target {
  readonly language: LanguageName;
  /** Of the translation, where it exists. */
  readonly narrationId?: string | undefined;
  readonly speaks: boolean;
}

export interface LanguageChoices {
  readonly chosen: ReadonlySet<LanguageName>;
  /** Undefined until chosen. */
  readonly speaks: boolean | undefined;
}

/** What a target still needs. */
export interface TargetWork {
  readonly untranslated: readonly Line[];
  readonly toSpeak: number;
}

/** The target that brings a translation up to date: spoken where some of it was. */
export function planUpdate(state: Sounding, translation: Narration): Target[] {
  const { id: narrationId, language } = translation;
  return language ? [{ language, narrationId, speaks: isSpoken(state, translation) }] : [];
}

export function isSpoken(state: Sounding, narration: Narration): boolean {
  if (isSpokenByLine(narration)) return narration.lines.some(line => findLineSound(state, narration, line));
  return findRecording(state, narration) !== undefined;
}

const hasText = ({ text }: Pick<Line, 'text'>) => text.trim() !== '';

/** Lines with text that a translation lacks, or has of an earlier text. */
export function listDue(source: Narration, translation: Narration | undefined): readonly Line[] {
  return (translation ? listUntranslated(source, translation) : source.lines).filter(hasText);
}

export function planTarget(state: Sounding, source: Narration, { narrationId, speaks }: Target): TargetWork {
  const translation = state.project.narrations.find(({ id }) => id === narrationId);
  const untranslated = listDue(source, translation);
  return { untranslated, toSpeak: speaks ? countUnspoken(state, untranslated, translation) : 0 };
}

function countUnspoken(
  state: Sounding,
  untranslated: readonly Line[],
  translation: Narration | undefined,
): number {
  if (!translation) return untranslated.length;
  const due = new Set(untranslated.map(({ id }) => id));
  const others = translation.lines.filter(line => hasText(line) && !due.has(line.sourceLineId ?? ''));
  // Other scripts are spoken as a whole.
  const unspoken = isSpokenByLine(translation)
    ? others.filter(line => !findLineSound(state, translation, line))
    : due.size > 0 || !isSpoken(state, translation)
      ? others
      : [];
  return due.size + unspoken.length;
}

/** How far a translation is, in words: "up to date", "3 lines changed" or "12 of 40 lines". */
export function describeTranslation(source: Narration, translation: Narration): string {
  const due = listDue(source, translation).length;
  if (due === 0) return t(messages.upToDate);
  const total = source.lines.filter(hasText).length;
  const known = new Set(translation.lines.map(({ sourceLineId }) => sourceLineId));
  const done = source.lines.filter(line => hasText(line) && known.has(line.id)).length;
  return done === total
    ? t(messages.linesChanged, { count: due })
    : t(messages.linesTranslated, { done, total });
}
