import type { LanguageCode } from '../languages.ts';
import { splitText } from './split-sentences.ts';

/** In characters (Netflix, Timed Text Style Guides, https://partnerhelp.netflixstudios.com/hc/en-us/sections/22463232153235). */
const longestRow: Partial<Record<LanguageCode, number>> = { zh: 16, ko: 16, ja: 13, th: 35 };
const usualLongestRow = 42;
/** Characters that must not begin a row, and those that must not end one. */
const noBeginning = /^[\p{Pe}\p{Pf}\p{Po}ーっゃゅょッャュョ々]/u;
const noEnd = /[\p{Ps}\p{Pi}]$/u;

export const rowsAtOnce = 2;

/** @returns the longest row of a subtitle in a language, in visible characters */
export function getLongestRow(code: LanguageCode): number {
  return longestRow[code] ?? usualLongestRow;
}

/** A text without line breaks or repeated spaces. */
export function toOneRow(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Breaks a text into rows of even length, between words that fit. @returns what is shown at once, each of one or two rows */
export function breakRows(text: string, code: LanguageCode): string[][] {
  const limit = getLongestRow(code);
  const units = listUnits(text, code, limit);
  const fewest = pack(units, limit).length;
  const rowCount = fewest === 1 ? 1 : Math.ceil(fewest / rowsAtOnce) * rowsAtOnce;
  const rows = packEvenly(units, limit, Math.max(rowCount, fewest));
  const shown: string[][] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) shown.push(rows.slice(at, at + rowsAtOnce));
  return shown;
}

/** Number of visible characters (graphemes). */
export function countSeen(text: string): number {
  return splitText(text, 'en', 'grapheme').length;
}

interface Unit {
  /** Including a following space. */
  readonly text: string;
  readonly length: number;
}

/** Unbreakable units: words with their punctuation. */
function listUnits(text: string, code: LanguageCode, limit: number): Unit[] {
  const units: string[] = [];
  let isOpen = false;
  for (const part of splitText(toOneRow(text), code, 'word')) {
    const last = units.at(-1);
    const staysWithLast =
      last !== undefined && (isOpen || part === ' ' || (!last.endsWith(' ') && noBeginning.test(part)));
    if (staysWithLast) units[units.length - 1] = last + part;
    else units.push(part);
    isOpen = noEnd.test(part);
  }
  return units
    .flatMap(unit => (countSeen(unit.trimEnd()) > limit ? cut(unit, limit) : [unit]))
    .map(unit => ({ text: unit, length: countSeen(unit) }));
}

function cut(unit: string, limit: number): string[] {
  const characters = splitText(unit, 'en', 'grapheme');
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += limit)
    pieces.push(characters.slice(at, at + limit).join(''));
  return pieces;
}

function pack(units: readonly Unit[], limit: number): string[] {
  const rows: string[] = [];
  let row = '';
  let length = 0;
  for (const unit of units) {
    const ownLength = unit.text.endsWith(' ') ? unit.length - 1 : unit.length;
    if (length > 0 && length + ownLength > limit) {
      rows.push(row.trimEnd());
      row = '';
      length = 0;
    }
    row += unit.text;
    length += unit.length;
  }
  if (row.trim() !== '') rows.push(row.trimEnd());
  return rows;
}

/** The narrowest rows for the smallest number of rows. */
function packEvenly(units: readonly Unit[], limit: number, rowCount: number): string[] {
  let narrow = 1;
  let wide = limit;
  while (narrow < wide) {
    const middle = Math.floor((narrow + wide) / 2);
    if (pack(units, middle).length <= rowCount) wide = middle;
    else narrow = middle + 1;
  }
  return pack(units, wide);
}
