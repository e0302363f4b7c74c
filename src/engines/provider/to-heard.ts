import { z } from 'zod';
import { type LanguageName, languages } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { findMainLanguage, getUsualSeconds } from '#shared/transcript/hear-pieces.ts';
import type { Heard, HeardSegment } from '#shared/transcript/heard.ts';
import { cleanText } from '../clean-text.ts';

/** So that no segment is empty. */
const minSeconds = 0.01;
/** Longer texts in brackets are speech. */
const longestSoundName = 60;
const maxSpeakerName = 50;

/** A text that names a sound: `[Music]`, `(laughter)`, `*applause*`, `♪`. */
const soundText = /^[[(（【*♪]+(?:[\])）】]*|(?<name>[^[(（【\])）】*♪][^\])）】*♪]*)[\])）】*♪]*)$/u;
/** What whisper.cpp and others write where nothing is heard. */
const silence = /^(?:blank[ _]?audio|silence|no speech|pause)$/iu;

/** What Whisper and its relatives write between words: `<|en|>`, `<|0.00|>`, `[_TT_150]`. */
const specialToken = /<\|[^<|>]*\|>|\[_[A-Z]+_\d*\]/gu;

/** A text; models write some as numbers. */
export const saidField = z.union([z.string(), z.number().transform(String)]);
/** Optional, and an unusable one is left out. */
export const nameField = saidField.nullish().catch(undefined);
/** Seconds as a number, `"1.5"`, `"12.34s"`, or with minutes and hours, `"01:02.5"`; undefined for anything else. */
export const secondsField = z.unknown().optional().transform(readSeconds);

function readSeconds(written: unknown): number | undefined {
  if (typeof written === 'number') return Number.isFinite(written) ? written : undefined;
  if (typeof written !== 'string') return undefined;
  const parts = written.trim().replace(/s$/u, '').replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every(part => /^\d{1,12}(?:\.\d{1,9})?$/u.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A segment or word of an answer, in the order in which they were written. */
interface WrittenPart {
  readonly text: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * Times of all parts: those that lack some, or end before they start, lie between their neighbours.
 * @param within the sound, or the segment of words
 * @param unit of the written times, in a second
 */
export function readTimes<Part extends WrittenPart>(
  parts: readonly Part[],
  within: TimeSpan,
  unit = findUnit(parts, within.endSeconds),
): (Omit<Part, 'start' | 'end'> & TimeSpan)[] {
  /** When the next part with a start begins, and how long the texts are until then. */
  const rooms: { readonly nextSeconds: number; readonly letters: number }[] = [];
  for (let at = parts.length - 1; at >= 0; at--) {
    const [next, after] = [parts[at + 1], rooms[at + 1]];
    const letters = (parts[at]?.text.length ?? 0) + 1;
    rooms[at] =
      next?.start === undefined && after
        ? { ...after, letters: letters + after.letters }
        : { nextSeconds: next?.start === undefined ? within.endSeconds : next.start / unit, letters };
  }
  let endSeconds = within.startSeconds;
  return parts.map(({ start, end, ...part }, at) => {
    const { nextSeconds, letters } = rooms[at] ?? { nextSeconds: endSeconds, letters: 1 };
    const usualSeconds = getUsualSeconds(part.text);
    const startSeconds =
      start === undefined
        ? end === undefined
          ? endSeconds
          : Math.max(endSeconds, end / unit - usualSeconds)
        : start / unit;
    const share = ((nextSeconds - startSeconds) * (part.text.length + 1)) / letters;
    const isKnown = end !== undefined && (start === undefined || end >= start);
    endSeconds = isKnown ? end / unit : startSeconds + Math.max(0, Math.min(share, usualSeconds));
    return { ...part, startSeconds, endSeconds };
  });
}

/** Some servers count milliseconds or nanoseconds: parts of a minute each, in less than a minute of sound. */
function findUnit(parts: readonly WrittenPart[], durationSeconds: number): number {
  const spans = parts.flatMap(({ start, end }) =>
    start === undefined || end === undefined ? [] : [{ seconds: end - start, end }],
  );
  const latest = spans.reduce((most, { end }) => Math.max(most, end), 0);
  const middle = spans.map(({ seconds }) => seconds).sort((one, other) => one - other)[spans.length >> 1];
  if (latest <= 2 * durationSeconds || (middle ?? 0) < minTicks) return 1;
  return [1000, 1e6, 1e9].find(unit => latest / unit <= durationSeconds + 1) ?? 1;
}

/** Of a word in milliseconds. */
const minTicks = 50;

/**
 * A recogniser's segments as a transcript: in order of their starts, with times inside the sound, without empty texts and
 * what comes twice.
 * @param language of the whole sound, as the provider writes it
 */
export function toHeard(
  segments: readonly HeardSegment[],
  durationSeconds: number,
  language?: string | null,
): Heard {
  const cleaned = segments.flatMap(segment => cleanSegment(segment, durationSeconds) ?? []);
  const distinct = new Map(
    cleaned.map(each => [`${each.startSeconds} ${each.endSeconds} ${each.text}`, each]),
  );
  const heard = [...distinct.values()].sort((one, other) => one.startSeconds - other.startSeconds);
  const mostUsed = findLanguage(language) ?? findMainLanguage(heard);
  return { segments: heard, ...(mostUsed && { language: mostUsed }) };
}

/** The whole sound as one segment, for a provider without times. */
export function toWholeSegment(text: string, durationSeconds: number): HeardSegment {
  return { startSeconds: 0, endSeconds: durationSeconds, text };
}

function cleanSegment(segment: HeardSegment, durationSeconds: number): HeardSegment | undefined {
  const cue = cleanCue(segment, durationSeconds);
  const { isSound, name } = findSound(cue.text, segment.isSound);
  const text = isSound ? name : cue.text;
  if (text === '' || silence.test(text)) return undefined;
  const { language, confidence, speaker, words } = segment;
  return {
    ...cue,
    text,
    ...(isSound && { isSound }),
    ...(language && { language }),
    ...(confidence !== undefined && { confidence: Math.min(Math.max(confidence, 0), 1) }),
    ...(speaker && { speaker: speaker.slice(0, maxSpeakerName) }),
    ...(words && words.length > 0 && !isSound && { words: cleanWords(words, durationSeconds) }),
  };
}

function cleanWords(words: readonly SpokenCue[], durationSeconds: number): SpokenCue[] {
  return words
    .map(word => cleanCue(word, durationSeconds))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** Moves times that lie outside of the sound to its ends. */
function cleanCue({ startSeconds, endSeconds, text }: SpokenCue, durationSeconds: number): SpokenCue {
  const start = Math.min(Math.max(startSeconds, 0), Math.max(durationSeconds - minSeconds, 0));
  return {
    startSeconds: start,
    endSeconds: Math.min(Math.max(endSeconds, start + minSeconds), durationSeconds),
    text: cleanText(text).replace(specialToken, ' ').replace(/\s+/gu, ' ').trim(),
  };
}

function findSound(text: string, isKnown = false): { isSound: boolean; name: string } {
  const found = text.length <= longestSoundName ? soundText.exec(text) : null;
  if (!found) return { isSound: isKnown, name: text };
  const name = found.groups?.name?.trim();
  return { isSound: true, name: name || (text.includes('♪') ? 'music' : '') };
}

/** By codes in their canonical form, by our names, and by names of Whisper that are not ours (`tokenizer.py`). */
const byTag: ReadonlyMap<string, LanguageName> = new Map<string, LanguageName>([
  ...languages.map(({ code, name }) => [toCode(code) ?? code, name] as const),
  ...languages.map(({ name }) => [name.toLowerCase(), name] as const),
  ['mandarin', 'Chinese'],
  ['cantonese', 'Chinese'],
  ['castilian', 'Spanish'],
  ['valencian', 'Catalan'],
  ['flemish', 'Dutch'],
  ['moldavian', 'Romanian'],
  ['moldovan', 'Romanian'],
]);

/** The language of a provider's code or English name, such as `en`, `pt-BR`, `deu`, `english`; undefined if it is none of ours. */
export function findLanguage(tag: string | null | undefined): LanguageName | undefined {
  const plain = tag?.trim().toLowerCase() ?? '';
  return byTag.get(toCode(plain.split(/[-_]/u)[0] ?? '') ?? plain);
}

/** ISO 639-3 becomes 639-1 where there is one. */
function toCode(language: string): string | undefined {
  if (!/^[a-z]{2,3}$/u.test(language)) return undefined;
  const [tag = ''] = Intl.getCanonicalLocales(language);
  return tag === 'no' || tag === 'nn' ? 'nb' : tag;
}
