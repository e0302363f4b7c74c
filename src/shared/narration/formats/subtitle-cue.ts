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

export type SaidCue = SpokenCue & Pick<SubtitleCue, 'speaker'>;

/** What may be a tag, the shortest ones with spaces, too, and WebVTT's times within a cue, also where their end is missing. */
const tag = /<\/?[a-z][^<>]*>|<\s{0,2}\/?\s{0,2}[bius]\s{0,2}>|<\d+:[\d:.]*(?:\s*>)?/giu;
/** Tags of SRT and WebVTT that converters also leave in other formats. */
const known = /^<(?:[\d\s]|\/?(?:\s|[biucvs]|font|lang|ruby|rt|span|em|strong)[\s./>])/iu;
const lineBreak = /<br\b[^<>]*>/giu;
/** Followed by words that are not attributes. */
const named = /^<(?:v|lang|font)\b/iu;
/** ASS overrides and marks of MicroDVD, which players also accept in SRT: `{\an8}`, `{b}`, `{c:$0000ff}`. */
const overrides = /\{(?:\\[^{}\n]*|\/?[bius]|[CcFfoPSsYy]:[^{}\n]*)\}/gu;
/** Within `<ruby>`, how the signs before it are pronounced: those are spoken. */
const pronunciation = /<rt(?:[\s.][^<>]*)?>[^<]*/giu;
/** https://www.w3.org/TR/webvtt1/#webvtt-voice-object */
const voiceSpan = /<v(?:\.[^\s<>]*)?\s([^<>]+)>/giu;
/** Scripts without spaces between words, so rows are joined without one. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，！？「」]/u;

/** A row without known tags and with decoded entities. Some programs escape the tags themselves. */
export function cleanRow(row: string): string {
  return cleanText(decodeHTMLStrict(row));
}

/** The same for a text whose entities are decoded. */
export function cleanText(text: string): string {
  return removeTags(text, found => known.test(found))
    .replace(overrides, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The same for rows of SRT and WebVTT, of which players show no tag at all; a tag may span rows. */
export function cleanMarkedRows(rows: readonly string[]): string[] {
  const text = rows.join('\n').replace(lineBreak, '\n');
  const spoken = /<ruby\b/iu.test(text) ? text.replace(pronunciation, '') : text;
  return removeTags(spoken, () => true)
    .split('\n')
    .map(cleanRow);
}

/** “If a<b and b>c” stays: words in a tag that begins right behind a word are a comparison. */
function removeTags(text: string, isTag: (found: string) => boolean): string {
  return text.replace(tag, (found: string, at: number) => {
    const hasWords = /^<[^\s/>]+\s+[^\s/>]/u.test(found) && !found.includes('=') && !named.test(found);
    const isCompared = hasWords && /[\p{L}\p{N}]/u.test(text.charAt(at - 1));
    return isTag(found) && !isCompared ? '' : found;
  });
}

/** The names in the voice spans of WebVTT. */
export function listSpeakers(text: string): string[] {
  return Array.from(text.matchAll(voiceSpan), ([, name = '']) => cleanRow(name)).filter(Boolean);
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
