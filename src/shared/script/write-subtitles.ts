import type { Language, LanguageCode } from '../languages.ts';
import type { SpokenCue } from './cues.ts';
import { splitText } from './split-sentences.ts';

/** In characters (Netflix, Timed Text Style Guides, https://partnerhelp.netflixstudios.com/hc/en-us/sections/22463232153235). */
const longestRow: Partial<Record<LanguageCode, number>> = { zh: 16, ko: 16, ja: 13, th: 35 };
const usualLongestRow = 42;
/** Characters that must not begin a row, and those that must not end one. */
const noBeginning = /^[\p{Pe}\p{Pf}\p{Po}ーっゃゅょッャュョ々]/u;
const noEnd = /[\p{Ps}\p{Pi}]$/u;

const rowsAtOnce = 2;

/** @returns the longest row of a subtitle in a language, in visible characters */
export function getLongestRow(code: LanguageCode): number {
  return longestRow[code] ?? usualLongestRow;
}

/** A text without line breaks or repeated spaces. */
export function toOneRow(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Breaks a text into rows of even length, between words that fit. @returns what is shown at once, each of one or two rows */
function breakRows(text: string, code: LanguageCode): string[][] {
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
function countSeen(text: string): number {
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

/** Of marks: what stands in a comment, each in its row. */
type Note = { readonly sentence: string; readonly digitalSourceType: string | undefined };

/** Writes SubRip subtitles: at most two rows at a time, a long sentence in several cues. */
export function writeSrt(cues: readonly SpokenCue[], language: Language): string {
  // An arrow would be read as times.
  const clean = (row: string) => row.replaceAll('-->', '→');
  return listShown(cues, language)
    .map((cue, index) => `${index + 1}\n${printCue(cue, ',', clean)}`)
    .join('\n');
}

/** Writes WebVTT subtitles, split like those of {@link writeSrt}. Marks are a comment. */
export function writeVtt(cues: readonly SpokenCue[], language: Language, note?: Note): string {
  return composeVtt('subtitles', language, listShown(cues, language), note);
}

/** Able Player drops the rest of a file after a cue that does not end after it begins. */
const shortestSeconds = 0.001;
/** It looks for the cue of the moment four times a second, and would miss a shorter one. */
const noticedSeconds = 0.5;

/**
 * Writes WebVTT descriptions, which players read aloud: one row per cue, without regions, settings and tags, as Able Player requires
 * (scripts/webvtt.js in https://github.com/ableplayer/ableplayer). A short cue is longer where the next one allows it.
 */
export function writeDescriptions(cues: readonly SpokenCue[], language: Language, note?: Note): string {
  return composeVtt(
    'descriptions',
    language,
    cues.map(({ startSeconds, endSeconds, text }, index) => ({
      startSeconds,
      endSeconds: Math.max(
        endSeconds,
        startSeconds + shortestSeconds,
        Math.min(startSeconds + noticedSeconds, cues[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY),
      ),
      rows: [toOneRow(text)],
    })),
    note,
  );
}

/** The rows shown at a time: at most two. */
export interface ShownCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly rows: readonly string[];
}

/** Splits cues of more than two rows, each part for its share of the time. */
export function listShown(cues: readonly SpokenCue[], { code }: Language): ShownCue[] {
  return cues.flatMap(({ text, startSeconds, endSeconds }) => {
    const pieces = breakRows(text, code);
    const lengths = pieces.map(rows => countSeen(rows.join(' ')));
    const perCharacter = (endSeconds - startSeconds) / lengths.reduce((sum, length) => sum + length, 0);
    let from = startSeconds;
    return pieces.map((rows, index) => {
      const shown = { rows, startSeconds: from, endSeconds: from + (lengths[index] ?? 0) * perCharacter };
      from = shown.endSeconds;
      return shown;
    });
  });
}

function composeVtt(kind: string, { code }: Language, cues: readonly ShownCue[], note: Note | undefined) {
  // Only a comment may say so: behind the signature comes an empty line (WebVTT, 4.1).
  const head = `WEBVTT\n\nNOTE\nKind: ${kind}\nLanguage: ${code}\n`;
  return [head, ...writeNote(note), ...cues.map(cue => printCue(cue, '.', escapeVtt))].join('\n');
}

/** In a comment an arrow would end the file for some readers. */
function writeNote(note: Note | undefined): string[] {
  if (!note?.sentence) return [];
  const rows = [note.sentence, note.digitalSourceType].filter(row => row !== undefined);
  return [`NOTE\n${rows.map(row => row.replaceAll('-->', '→')).join('\n')}\n`];
}

export function printCue(
  { rows, startSeconds, endSeconds }: ShownCue,
  point: string,
  clean: (row: string) => string,
) {
  const times = `${printClock(startSeconds, point)} --> ${printClock(endSeconds, point)}`;
  return [times, ...rows.map(clean), ''].join('\n');
}

/** For the text of a cue. */
export function escapeVtt(row: string): string {
  return row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `00:01:02.500` */
export function printClock(seconds: number, point: string, colon = ':'): string {
  const all = Math.round(seconds * 1000);
  const clock = [3_600_000, 60_000, 1000].map((unit, index) =>
    String(Math.floor(all / unit) % (index === 0 ? 100 : 60)).padStart(2, '0'),
  );
  return `${clock.join(colon)}${point}${String(all % 1000).padStart(3, '0')}`;
}
