import type { TranslateRequest } from '../api/translate.ts';
import type { LanguageName } from '../languages.ts';
import { maxLineCharacters } from '../limits.ts';
import { hasChangedNumber } from '../script/compare-numbers.ts';
import { cutAtSentences } from '../script/split-sentences.ts';
import { sortLines } from './narration-commands.ts';
import {
  change,
  createId,
  createNarration,
  keepSame,
  type Line,
  type Narration,
  type Project,
} from './project.ts';

/** The narrations of a document that translate one of it, in order. */
export function listTranslations({ narrations }: Project, sourceId: string): readonly Narration[] {
  return narrations.filter(({ derivedFrom, lines }) => derivedFrom === sourceId && lines.some(isTranslated));
}

/** The newest translation of a narration into a language. */
export function findTranslation(
  project: Project,
  sourceId: string,
  language: LanguageName,
): Narration | undefined {
  return listTranslations(project, sourceId).findLast(each => each.language === language);
}

/** A narration with its translations: its original first. */
export function listVersions(project: Project, narration: Narration): readonly Narration[] {
  const source = findOriginal(project, narration);
  return [source, ...listTranslations(project, source.id)];
}

/** The original of a narration; itself where it translates none that is still there. */
export function findOriginal(project: Project, narration: Narration): Narration {
  const source = project.narrations.find(({ id }) => id === narration.derivedFrom);
  return source && narration.lines.some(isTranslated) ? source : narration;
}

function isTranslated({ sourceLineId }: Line): boolean {
  return sourceLineId !== undefined;
}

/**
 * The lines of a narration that a translation lacks, or has of an earlier text: all without one. Not those that a person locked in the
 * translation.
 */
export function listUntranslated(source: Narration, translated: Narration | undefined): readonly Line[] {
  const known = new Map(translated?.lines.map(line => [line.sourceLineId, line]));
  return source.lines.filter(line => {
    const translation = known.get(line.id);
    return !translation || (translation.isStale === true && !isKept(translation, line));
  });
}

/** The writer must not change it; a lock that the original has, too, is only against shortening. */
function isKept(translation: Line, { isLocked }: Line): boolean {
  return translation.isLocked && !isLocked;
}

export interface Translation {
  readonly newId: string;
  readonly language: LanguageName;
  /** By the ids of the lines that are translated. Others are missing until it is updated. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The numbers, from 1, of lines of a translation that have other digits than their originals: for a person to look at. */
export function listChangedNumbers(source: Narration, { lines }: Narration): number[] {
  const originals = new Map(source.lines.map(({ id, text }) => [id, text]));
  return lines.flatMap(({ sourceLineId = '', text }, at) =>
    hasChangedNumber(originals.get(sourceLineId) ?? '', text) ? [at + 1] : [],
  );
}

/** A narration in another language, with times, deliveries, cast and locks of the original, without its recordings. */
export function createTranslation(
  source: Narration,
  { newId, language, texts }: Translation,
  makeId: () => string,
): Narration {
  const lines = source.lines.flatMap(line => translateLine(line, texts.get(line.id), makeId));
  const { review: _, untold: __, writer: ___, cutLines: ____, unwritten: _____, ...kept } = source;
  return { ...kept, id: newId, language, derivedFrom: source.id, lines };
}

function translateLine(line: Line, text: string | undefined, makeId: () => string): Line[] {
  if (text === undefined) return [];
  const { before: _, accepted: __, isStale: ___, recordingId: ____, ...kept } = line;
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
  const lines: readonly Line[] = translation.lines.flatMap(line => {
    if (line.sourceLineId === undefined) return [line];
    const original = originals.get(line.sourceLineId);
    if (!original) return line.isLocked ? [line] : [];
    const text = texts.get(original.id);
    if (text === undefined || isKept(line, original)) return [line];
    const origin = text === line.text ? line.origin : 'translated';
    return [change<Line>(line, { text, origin, isStale: undefined, before: undefined })];
  });
  // Each new line behind the last one of the original's before it: lines may come in any order.
  const places = new Map(lines.map(({ sourceLineId }, at) => [sourceLineId, at]));
  const all: Line[][] = [[], ...lines.map(line => [line])];
  let place = 0;
  for (const line of source.lines) {
    const known = places.get(line.id);
    if (known === undefined) all[place]?.push(...translateLine(line, texts.get(line.id), makeId));
    else place = known + 1;
  }
  return keepSame(translation.lines, sortLines(translation, all.flat()));
}

/** A copy under another name, with ids of its own. */
export function copyNarration(narration: Narration, name: string, now = new Date()): Narration {
  const renew = (line: Line) => ({ ...line, id: createId() });
  const lines = narration.lines.map(renew);
  const cutLines = narration.cutLines?.map(renew);
  // The copy of a translation translates the same lines.
  const isTranslation = lines.some(isTranslated);
  const derivedFrom = isTranslation ? narration.derivedFrom : narration.id;
  return createNarration({ ...narration, name, derivedFrom, lines, ...(cutLines && { cutLines }) }, now);
}

/** The translation may be longer. */
const maxCharacters = maxLineCharacters / 2;

export type Translatable = Readonly<TranslateRequest['lines'][number]>;
export type Translated = Pick<Translatable, 'id' | 'text'>;

/**
 * Cuts lines that are too long for a translator at the ends of sentences: a script without times may be one line. Lines without text
 * have no piece.
 * @returns pieces with ids of their own, and a function that takes their translations, in any order, and returns each line that is
 * complete
 */
export function cutLongLines(lines: readonly Translatable[]): {
  readonly pieces: readonly Translatable[];
  readonly join: (piece: Translated) => Translated | undefined;
} {
  const places = lines.flatMap(line => {
    const texts = cutAtSentences(line.text, maxCharacters);
    const parts = texts.map(() => '');
    return texts.map((text, at) => ({ line, text, parts, at }));
  });
  return {
    pieces: places.map(({ line, text, parts }, index) => ({
      id: String(index),
      text,
      availableSeconds: parts.length === 1 ? line.availableSeconds : undefined,
    })),
    join: ({ id, text }) => {
      const place = places[Number(id)];
      if (!place) return undefined;
      place.parts[place.at] = text;
      return place.parts.includes('') ? undefined : { id: place.line.id, text: place.parts.join(' ') };
    },
  };
}
