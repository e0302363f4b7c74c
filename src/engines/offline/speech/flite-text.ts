import { sayAsWords } from './say-as-words.ts';

/** Letters that are not a Latin letter with a mark. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  'ß:ss æ:ae Æ:Ae œ:oe Œ:Oe ø:o Ø:O đ:d Đ:D ð:th Ð:Th þ:th Þ:Th ł:l Ł:L ı:i'
    .split(' ')
    .map(pair => pair.split(':')),
);

/** Abbreviations that flite would read as words. */
const spelled = /\b(?:AI|API|CEO|CO2|DIY|EU|FAQ|IP|IQ|LED|OS|UFO|UI|US|UX)\b/gu;

/** flite takes seconds to find out how a word of hundreds of letters is said. */
const longestWord = 40;

/** What flite reads wrongly or skips, as words; in this order. */
const asWords: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/⁄/gu, '/'],
  [/[“”„‟«»‹›]/gu, '"'],
  [/[‘’‛ʼ′]/gu, "'"],
  [/[–—―]/gu, ', '],
  [/°/gu, ' degrees'],
  [/€/gu, ' euros'],
  [/×/gu, ' times '],
  [/±/gu, ' plus or minus '],
];

/**
 * Writes an English text in ASCII, which is all that flite reads: marks are taken off letters, signs become words.
 * @param text cleaned by `cleanToSpeak`
 * @returns undefined if there are letters or digits of another script
 */
export function toFliteText(text: string): string | undefined {
  let plain = sayAsWords(text, 'en')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, sign => letters[sign] ?? sign);
  for (const [pattern, words] of asWords) plain = plain.replace(pattern, words);
  plain = plain.replace(spelled, word => word.split('').join(' '));
  if (/(?![\0-\x7f])[\p{L}\p{N}]/u.test(plain)) return undefined;
  return plain
    .replace(/[^\x20-\x7e]+/gu, ' ')
    .replace(/[A-Za-z]+/gu, breakWord)
    .replace(/ {2,}/gu, ' ')
    .replace(/ (?=[,;:.!?])/gu, '');
}

function breakWord(word: string): string {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += longestWord) parts.push(word.slice(at, at + longestWord));
  return parts.join(' ');
}
