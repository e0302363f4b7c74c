import type { Language } from '#shared/languages.ts';
import { cutAtSentences, replaceQuotations, splitSentences } from '#shared/script/split-sentences.ts';
import { canRead } from './offline-voices.ts';
import { isWithinSentence } from './sentence-stops.ts';

export interface Utterance {
  readonly text: string;
  readonly pauseSeconds: number;
}

/** About half a minute of speech: short enough to begin soon and to stop soon. */
const maxUtteranceCharacters = 400;
const sentencePauseSeconds = 0.3;
const paragraphPauseSeconds = 0.7;
/** Between the pieces of a sentence that is too long to be spoken at once. */
const breathPauseSeconds = 0.1;
/** No writing has more than four marks on a letter, and ordering them takes time by the square of their number. */
const marksBeyond = /(\p{M}{4})\p{M}+/gu;
/** What is longer is no markup, but a text between two signs. */
const maxMarkupCharacters = 500;

/** Controls, unassigned and private characters, and the invisible ones, but the two that shape Persian and Indic words. */
const invisible = /(?![\n\u200c\u200d])[\p{C}\u2028\u2029]/gu;
const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0e|\ufe0f|\u20e3/gu;
const markup = /<[/!?]?\p{L}[^<>]*>|<!--[^<>]*-->/gu;
/** Signs that lay a text out and are not said; brackets also carry commands of espeak-ng. */
const layoutSigns = /[<>[\]{}|\\^~`*_#]+|=/gu;
const separators = /(?<=[,;:،؛]\s|[、，；：])/u;

/**
 * Leaves of a text what can be said: no markup, no commands, no pictures, no characters that only mean harm. Takes time in
 * proportion to the text, whatever the text.
 */
export function cleanToSpeak(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|\u2028|\u2029/gu, '\n')
      .replace(/[\t\v\f]/gu, ' ')
      .replace(invisible, '')
      .replaceAll('\ufffd', '')
      .replace(markup, found => (found.length > maxMarkupCharacters ? found : ' '))
      .replace(pictures, ' ')
      .replace(layoutSigns, (sign, at: number, whole: string) =>
        sign === '=' && isBetweenDigits(whole, at) ? sign : ' ',
      )
      .replace(/[^\p{L}\p{N}\s]{4,}/gu, shortenRuns)
      // Behind whatever takes away a sign from between two marks.
      .replace(marksBeyond, '$1')
      .normalize('NFC')
  );
}

function isBetweenDigits(text: string, at: number): boolean {
  return /\d\s?$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\s?\d/u.test(text.slice(at + 1, at + 3));
}

/** Leaves three of a sign that stands there more often. */
function shortenRuns(signs: string): string {
  let shortened = '';
  let last = '';
  let count = 0;
  for (const sign of signs) {
    count = sign === last ? count + 1 : 1;
    last = sign;
    if (count <= 3) shortened += sign;
  }
  return shortened;
}

/**
 * Drops the letters that the language's voice cannot read (it would say "Chinese letter" for each). A quotation that it
 * can mostly not read is dropped as a whole and does not count: it may be in any language.
 * @returns the rest, or `undefined` when they are more than half of all letters, or when nothing is left to say
 */
export function keepReadable(text: string, language: Language): string | undefined {
  let kept = '';
  let keptCount = 0;
  let droppedCount = 0;
  let isLastKept = true;
  const spoken = replaceQuotations(text, quotation =>
    isMostlyReadable(quotation, language) ? quotation : ' ',
  );
  for (const character of spoken) {
    const isLetter = /\p{L}/u.test(character);
    if (isLetter) isLastKept = canRead(language.code, character);
    // A mark goes with its letter.
    if ((isLetter || /\p{M}/u.test(character)) && !isLastKept) {
      droppedCount += isLetter ? 1 : 0;
      continue;
    }
    if (isLetter || /\p{N}/u.test(character)) keptCount++;
    kept += character;
  }
  return keptCount === 0 || droppedCount > keptCount ? undefined : kept;
}

/** The words that have letters which {@link keepReadable} drops. */
export function findUnread(text: string, { code }: Language): readonly string[] {
  return (
    text.match(/\p{L}[\p{L}\p{M}]*/gu)?.filter(word => {
      for (const sign of word) if (/\p{L}/u.test(sign) && !canRead(code, sign)) return true;
      return false;
    }) ?? []
  );
}

function isMostlyReadable(text: string, { code }: Language): boolean {
  const signs = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const readable = signs.filter(sign => /\p{N}/u.test(sign) || canRead(code, sign));
  return readable.length >= signs.length / 2;
}

/** The sentences of a text, those too long cut at commas or between words, each with the pause that follows it. */
export function* planUtterances(text: string, language: Language): Generator<Utterance, void, undefined> {
  for (const paragraph of text.split(/\n+/u)) {
    if (!/[\p{L}\p{N}]/u.test(paragraph)) continue;
    const sentences = joinAbbreviations(splitSentences(paragraph, language.code), language)
      .flatMap(sentence => (language.code === 'th' ? splitThaiSentences(sentence) : [sentence]))
      .flatMap(sentence => cutLongSentence(sentence, language))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    const last = sentences.pop();
    yield* sentences;
    if (last) yield { ...last, pauseSeconds: paragraphPauseSeconds };
  }
}

function joinAbbreviations(sentences: readonly string[], { code }: Language): string[] {
  return sentences.reduce<string[]>((joined, sentence) => {
    const before = joined.at(-1);
    const isShort = before !== undefined && before.length < maxUtteranceCharacters;
    if (isShort && isWithinSentence(before, sentence, code)) joined[joined.length - 1] = before + sentence;
    else joined.push(sentence);
    return joined;
  }, []);
}

/** Thai has no full stop: a sentence or clause ends at a space, but the spaces around a number or a foreign word. */
function splitThaiSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(/\s+/gu)) {
    const end = index + gap.length;
    if (!isThai(text.charAt(index - 1)) || !isThai(text.charAt(end))) continue;
    sentences.push(text.slice(start, index));
    start = end;
  }
  return [...sentences, text.slice(start)];
}

function isThai(character: string): boolean {
  return /[ก-๛]/u.test(character);
}

function cutLongSentence(sentence: string, language: Language): Utterance[] {
  if (sentence.length <= maxUtteranceCharacters) {
    return [{ text: sentence.trim(), pauseSeconds: sentencePauseSeconds }];
  }
  const clauses = sentence.split(separators);
  const pieces: string[] = [];
  for (const clause of clauses.flatMap(each => cutAtSentences(each, maxUtteranceCharacters, language.code))) {
    const longer = `${pieces.at(-1) ?? ''} ${clause}`;
    if (pieces.length > 0 && longer.length <= maxUtteranceCharacters) pieces[pieces.length - 1] = longer;
    else pieces.push(clause);
  }
  return pieces.map((text, index) => ({
    text: text.trim(),
    pauseSeconds: index === pieces.length - 1 ? sentencePauseSeconds : breathPauseSeconds,
  }));
}
