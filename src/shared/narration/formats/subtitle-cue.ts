import { decodeHTMLStrict } from 'entities/decode';
import type { SpokenCue } from '../../script/cues.ts';

/** A cue of a subtitle file: one text per row, without markup. */
export interface SubtitleCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly rows: readonly string[];
  /** By the file; undefined for nobody or several. */
  readonly speaker?: string | undefined;
}

/** A subtitle as it is spoken. */
export interface SaidCue extends SpokenCue {
  readonly speaker?: string | undefined;
}

/** Tags of SRT and WebVTT, WebVTT's times within a cue, and ASS overrides, which players also accept in SRT: `{\an8}`. */
const tags =
  /<\/?(?:[biu]|font|c|v|lang|ruby|rt|s|span|em|strong)(?:[\s.][^<>\n]*)?>|<[\d:.]+>|\{\\[^{}\n]*\}/giu;
/** https://www.w3.org/TR/webvtt1/#webvtt-voice-object */
const voiceSpan = /<v(?:\.[^\s<>]*)?[ \t]([^<>\n]+)>/giu;
/** Scripts without spaces between words, so rows are joined without one. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，！？「」]/u;

/** A row without tags and with decoded entities. Some programs escape the tags themselves. */
export function cleanRow(row: string): string {
  return cleanText(decodeHTMLStrict(row));
}

/** The same for a text whose entities are decoded. */
export function cleanText(text: string): string {
  return text.replace(tags, '').replace(/\s+/gu, ' ').trim();
}

/** The names in the voice spans of a row of WebVTT. */
export function listSpeakers(row: string): string[] {
  return Array.from(row.matchAll(voiceSpan), ([, name = '']) => cleanRow(name)).filter(Boolean);
}

export function joinRows(rows: readonly string[]): string {
  const pieces: string[] = [];
  let last = '';
  for (const row of rows) {
    const isUnspaced = unspaced.test(last) && unspaced.test(row.slice(0, 1));
    if (last !== '' && !isUnspaced) pieces.push(' ');
    pieces.push(row);
    last = row.slice(-1) || (last && ' ');
  }
  return pieces.join('');
}
