import { decodeHTMLStrict } from 'entities/decode';

/** A cue as it stands in a file of subtitles: one text a row, without markup. */
export interface SubtitleCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly rows: readonly string[];
}

/** Tags of SRT and WebVTT, WebVTT's times within a cue, and the overrides of ASS that players read in SRT, too: `{\an8}`. */
const tags =
  /<\/?(?:[biu]|font|c|v|lang|ruby|rt|s|span|em|strong)(?:[\s.][^<>\n]*)?>|<[\d:.]+>|\{\\[^{}\n]*\}/giu;
/** Scripts that put no space between words: neither between two rows. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，！？「」]/u;

/** What is said of a row: without tags, entities decoded. Some programs escape the tags themselves. */
export function cleanRow(row: string): string {
  return decodeHTMLStrict(row).replace(tags, '').replace(/\s+/gu, ' ').trim();
}

/** The rows of a cue as one text. */
export function joinRows(rows: readonly string[]): string {
  return rows.reduce((text, row) => `${text}${needsSpace(text, row) ? ' ' : ''}${row}`, '');
}

function needsSpace(text: string, row: string): boolean {
  return text !== '' && !(unspaced.test(text.slice(-1)) && unspaced.test(row.slice(0, 1)));
}
