import type { LanguageName } from '../languages.ts';
import { change, keepSame } from './change.ts';
import { sortLines } from './follow-originals.ts';
import type { Line, Narration, Project } from './project.ts';

/** The narrations of a document that translate one of it, in order. */
export function listTranslations({ narrations }: Project, sourceId: string): readonly Narration[] {
  return narrations.filter(({ derivedFrom, lines }) => derivedFrom === sourceId && lines.some(isTranslated));
}

function isTranslated({ sourceLineId }: Line): boolean {
  return sourceLineId !== undefined;
}

/** The lines of a narration that a translation lacks, or has of an earlier text. Not those that a person locked in the translation. */
export function listUntranslated(source: Narration, { lines }: Narration): readonly Line[] {
  const known = indexBySource(lines);
  return source.lines.filter(line => {
    const translation = known.get(line.id);
    return !translation || (translation.isStale === true && !isKept(translation, line));
  });
}

/** The writer must not change it; a lock that the original has, too, is only against shortening. */
function isKept(translation: Line, { isLocked }: Line): boolean {
  return translation.isLocked && !isLocked;
}

function indexBySource(lines: readonly Line[]): ReadonlyMap<string, Line> {
  return new Map(lines.flatMap(line => (line.sourceLineId === undefined ? [] : [[line.sourceLineId, line]])));
}

export interface Translation {
  readonly newId: string;
  readonly language: LanguageName;
  /** By the ids of the lines that are translated. Others are missing until it is updated. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A narration in another language, with times, voices, cast and locks of the original. */
export function createTranslation(
  source: Narration,
  { newId, language, texts }: Translation,
  makeId: () => string,
): Narration {
  const lines = source.lines.flatMap(line => translateLine(line, texts.get(line.id), makeId));
  const { review: _, untold: __, writer: ___, ...kept } = source;
  return { ...kept, id: newId, language, derivedFrom: source.id, lines };
}

function translateLine(line: Line, text: string | undefined, makeId: () => string): Line[] {
  if (text === undefined) return [];
  const { before: _, accepted: __, isStale: ___, ...kept } = line;
  return [{ ...kept, id: makeId(), text, origin: 'translated', sourceLineId: line.id }];
}

/**
 * The lines of a translation with new texts for some lines of its original. Lines whose original is gone go, unless they are locked;
 * lines that a person added stay.
 * @param texts by the ids of the original's lines
 */
export function updateTranslation(
  source: Narration,
  translation: Narration,
  texts: ReadonlyMap<string, string>,
  makeId: () => string,
): readonly Line[] {
  const originals = new Map(source.lines.map(line => [line.id, line]));
  let lines: readonly Line[] = translation.lines.flatMap(line => {
    if (line.sourceLineId === undefined) return [line];
    const original = originals.get(line.sourceLineId);
    if (!original) return line.isLocked ? [line] : [];
    const text = texts.get(original.id);
    if (text === undefined || isKept(line, original)) return [line];
    const origin = text === line.text ? line.origin : 'translated';
    return [change<Line>(line, { text, origin, isStale: undefined, before: undefined })];
  });
  const known = indexBySource(lines);
  source.lines.forEach((line, at) => {
    if (known.has(line.id)) return;
    const previousId = source.lines[at - 1]?.id;
    const previous = lines.findIndex(({ sourceLineId }) => sourceLineId === previousId);
    const place = previousId === undefined ? 0 : previous < 0 ? lines.length : previous + 1;
    lines = lines.toSpliced(place, 0, ...translateLine(line, texts.get(line.id), makeId));
  });
  return keepSame(translation.lines, sortLines(translation, lines));
}
