import { getLanguage } from '#shared/languages.ts';
import type { Narration } from '#shared/narration/project.ts';
import { compareWords, type WordChange } from '../lines/compare-words.ts';

/** A line of two versions, or of one of them. */
export interface ComparedLine {
  readonly key: string;
  /** Undefined in a continuous script. */
  readonly startMs: number | undefined;
  readonly changes: readonly WordChange[];
}

/** What differs between two versions, word by word: lines that begin at the same time, or rows in order, are compared with each other. */
export function compareVersions(other: Narration, shown: Narration): readonly ComparedLine[] {
  const code = shown.language && getLanguage(shown.language).code;
  const [before, after] = [groupByPlace(other), groupByPlace(shown)];
  const places = [...new Set([...before.keys(), ...after.keys()])].sort((one, next) => one - next);
  return places.map(place => ({
    key: `${place}`,
    startMs: place < 0 ? undefined : place,
    changes: compareWords(before.get(place) ?? '', after.get(place) ?? '', code).filter(
      ({ text }) => text !== '',
    ),
  }));
}

/** Texts by time; of lines without times, by order: negative, so that they come first. */
function groupByPlace({ lines }: Narration): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const [at, { startMs, text }] of lines.entries()) {
    const place = startMs ?? at - lines.length;
    const before = texts.get(place);
    texts.set(place, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}
