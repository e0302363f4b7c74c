import { toPlainSigns } from './time-format.ts';

/** The digits of numbers that only one of two texts has: parts of a time or date, and of a decimal, each for itself. */
export interface NumberDifference {
  /** Of the original. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** A word that stands for zeros behind a number, by the beginnings of the languages' words for thousand and more. */
const multiplied =
  /\d\s?(?:[万萬亿億兆千百만억천백]|mil|mln|mio|mrd|bil|tri|thous|taus|tusen|tuhat|duizend|tys|tis|tūkst|ezer|mie|bin|ribu|juta|nghìn|triệu|тыс|тис|хил|млн|млрд|мил|χιλ|εκατ|พัน|หมื่น|แสน|ล้าน|ألف|آلاف|مليون|هزار|میلیون|אלף|מיליון|हज़ार|लाख|करोड़)/iu;

const timed = /\d\s?(?:[:h]\s?\d|[ap]\.?\s?m\b|[時时點点시]|uhr\b)/iu;

/**
 * Compares the digits of an original and its translation. As equal count 1,000, 1.000 and 1 000; 3:30 pm and 15:30; 10 million and
 * 1000万; 1990s and 90er; digits of any script.
 */
export function compareNumbers(original: string, translation: string): NumberDifference {
  const [from, to] = [original, translation].map(toPlainSigns) as [string, string];
  const [isTimed, isMultiplied] = [timed, multiplied].map(words => words.test(from) || words.test(to));
  const gained = listNumbers(to);
  let lost = listNumbers(from);
  for (const isSame of [
    (one: string, other: string) => one === other,
    ...(isTimed ? [isSameHour] : []),
    isSameDecade,
    ...(isMultiplied ? [isSameButZeros] : []),
  ])
    lost = lost.filter(number => {
      const at = gained.findIndex(other => isSame(number, other));
      if (at >= 0) gained.splice(at, 1);
      return at < 0;
    });
  return { lost, gained };
}

/** A number that only the translation has, in place of one that it lacks; one that is missing may be written out. */
export function hasChangedNumber(original: string, translation: string): boolean {
  const { lost, gained } = compareNumbers(original, translation);
  return lost.length > 0 && gained.length > 0;
}

function listNumbers(text: string): string[] {
  const written = text.match(/\d+(?:[.,'’٬ \u00a0\u202f]\d+)*/gu) ?? [];
  return written.flatMap(joinGroups).map(digits => digits.replace(/^0+\B/u, ''));
}

/** Three digits at the end go on what is before them, and so do two before such: 1,000, 1.000, 1 000, 1’000, and 1,00,000. */
function joinGroups(number: string): string[] {
  const joined: string[] = [];
  let isGroup = false;
  for (const digits of number.split(/\D/u).toReversed()) {
    if (isGroup) joined[0] = `${digits}${joined[0]}`;
    else joined.unshift(digits);
    isGroup = digits.length === 3 || (isGroup && digits.length === 2);
  }
  return joined;
}

/** On a clock of twelve hours, and one of twenty-four. */
function isSameHour(one: string, other: string): boolean {
  return Math.abs(Number(one) - Number(other)) === 12 && Math.max(Number(one), Number(other)) <= 24;
}

function isSameDecade(one: string, other: string): boolean {
  return one.length + other.length === 6 && one.length !== 3 && one.slice(-2) === other.slice(-2);
}

function isSameButZeros(one: string, other: string): boolean {
  return one.padEnd(other.length, '0') === other.padEnd(one.length, '0');
}
