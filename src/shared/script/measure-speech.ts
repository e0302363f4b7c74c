import type { LanguageCode } from '../languages.ts';

/** What determines the duration of a text, each in its own unit. */
export interface SpeechMeasure {
  /** In units of about a letter: letters, vowel groups, words, Asian characters. */
  readonly letters: number;
  /** Digits as spoken, with `thousand` and the like. */
  readonly numbers: number;
  /** Within the text; punctuation at its end does not count. */
  readonly pauses: number;
}

/*
 * In letters, tuned with texts in ten languages (bench/estimate.ts). A vowel group is about a syllable, which
 * letters alone do not show; a word adds as much as a letter.
 */
const perVowels = 0.35;
/** `ch`, `th`, `eh`: one sound with the letter before it; so are double consonants. */
const perInnerH = 0.55;
const perDoubled = 0.85;
const perWord = 1;
const perMark = 0.3;
const perChineseSign = 2;
/** More than another letter, as it is spelled out. */
const perCapital = 0.7;
/** Silent letters at the end of French words. */
const perMuteEnding = -0.8;
/** After a number: `km` is spoken as a word. */
const perUnit = 6;

/** Said but not written, of an abbreviation (`Dr.`) and an ordinal number (`3. Mai`): their full stop is no pause. */
const perShort = 3;

/** In digits. */
const perSymbol = 1;
/** `12` and `14` are one word; `75` has a word more than `70` or, in German, two. */
const perTeen = -0.8;
const perTensAndOnes = 0.4;
const perMagnitude = 0.75;
/** In commas. */
const perSentenceEnd = 2.7;

const vowels = new Set('aeiouyæœøаеёиоуыэюяαεηιουω');
/** With a full stop behind it, an abbreviation: `Dr`, `Nr`, `z`. */
const short = /^(?:[\p{Lu}\p{Ll}]|[b-df-hj-np-tv-xzбвгджзклмнпрстфхцчшщ]{2,4})$/iu;
/** A full stop makes a number an ordinal number, as in their dates (CLDR). */
const dotsOrdinals = new Set('bs cs da de et fi hr hu is lv nb sk sl sr'.split(' '));
/** They say 12 as ten and two. */
const namesTens = new Set<LanguageCode>(['ja', 'ko', 'th', 'vi', 'zh']);
const zeros = new Set('0٠०۰');
const units = new Set(['m', 'g', 'km', 'kg', 'cm', 'м', 'г', 'км', 'кг', 'см']);
const commas = new Set(',;:،؛、，；：·–—');
const sentenceEnds = new Set('.!?。！？।؟…');
const symbols = new Set('%€$£¥');
const muteEndings = ['ent', 'es', 'e', 't', 's', 'd', 'x', 'p'];

export function measureSpeech(text: string, language: LanguageCode): SpeechMeasure {
  const sum = { letters: 0, numbers: 0, pauses: 0 };
  let behindNumber = false;
  let behindShort = false;
  let pauses = 0;
  for (const { kind, text: piece } of splitPieces(text)) {
    if (kind === 'sign') {
      if (piece === '.' && behindShort) sum.letters += perShort;
      else pauses += commas.has(piece) ? 1 : sentenceEnds.has(piece) ? perSentenceEnd : 0;
      if (symbols.has(piece)) sum.numbers += perSymbol;
      continue;
    }
    sum.pauses += pauses;
    pauses = 0;
    if (kind === 'number') sum.numbers += countNumber(piece, language);
    else if (kind === 'chinese') sum.letters += perChineseSign;
    else sum.letters += behindNumber && units.has(piece) ? perUnit : countWord(piece, language);
    behindNumber = kind === 'number';
    behindShort = behindNumber ? piece.length <= 2 && dotsOrdinals.has(language) : short.test(piece);
  }
  return sum;
}

type Kind = 'word' | 'number' | 'chinese' | 'sign';

/** Words, numbers and signs of a text, in order; Chinese characters separately. Signs within a word or number do not count. */
function* splitPieces(text: string): Generator<{ readonly kind: Kind; readonly text: string }> {
  let kind: Kind | undefined;
  let piece = '';
  let between = '';
  for (const character of text) {
    const next = describeKind(character);
    if (next !== undefined && next === kind && next !== 'chinese' && next !== 'sign') {
      piece += character;
      between = '';
      continue;
    }
    // `3.50`, `l’eau`: a sign inside continues the piece if the same kind follows.
    if (next === 'sign' && between === '' && (kind === 'number' || kind === 'word')) {
      between = character;
      continue;
    }
    if (kind) yield { kind, text: piece };
    if (between !== '') yield { kind: 'sign', text: between };
    between = '';
    kind = next;
    piece = next ? character : '';
  }
  if (kind) yield { kind, text: piece };
  if (between !== '') yield { kind: 'sign', text: between };
}

/** @returns undefined for white space */
function describeKind(character: string): Kind | undefined {
  if (/\p{Script=Han}/u.test(character)) return 'chinese';
  if (/[\p{L}\p{M}]/u.test(character)) return 'word';
  if (/\p{Nd}/u.test(character)) return 'number';
  return /\s/u.test(character) ? undefined : 'sign';
}

function countNumber(digits: string, language: LanguageCode): number {
  let said = 0;
  for (const digit of digits) if (!zeros.has(digit)) said += 1;
  if (/[1-9][1-9]$/u.test(digits) && !namesTens.has(language))
    said += digits.at(-2) === '1' ? perTeen : perTensAndOnes;
  const magnitudes = (digits.length >= 3 ? 1 : 0) + (digits.length >= 4 ? 1 : 0);
  return Math.max(1, said) + magnitudes * perMagnitude;
}

function countWord(word: string, language: LanguageCode): number {
  let count = 0;
  let isKana = false;
  let before = '';
  let capitals = 0;
  for (const character of word) {
    if (/\p{M}/u.test(character)) {
      count += perMark;
      continue;
    }
    const [letter = ''] = character.toLowerCase().normalize('NFD');
    const isVowel = vowels.has(letter);
    count += isVowel ? 1 : countConsonant(letter, before);
    if (isVowel && !vowels.has(before)) count += perVowels;
    before = letter;
    if (/\p{Lu}/u.test(character)) capitals += 1;
    isKana ||= /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character);
  }
  if (!isKana) count += perWord;
  if (capitals >= 2 && capitals === word.length && capitals <= 5) count += capitals * perCapital;
  if (language === 'fr' && muteEndings.some(ending => word.endsWith(ending))) count += perMuteEnding;
  return count;
}

function countConsonant(letter: string, before: string): number {
  if (letter === before) return perDoubled;
  return letter === 'h' && before !== '' ? perInnerH : 1;
}
