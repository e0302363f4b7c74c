import { splitSentences } from '#shared/script/split-sentences.ts';

/** A word normalised for comparison: lower case, no accents. */
export interface Word {
  readonly letters: string;
  /** Contains a digit or is a symbol such as `%` or `&`, whose spoken form depends on the language. */
  readonly isNumeral: boolean;
  /** A character of a script without spaces; counts as a word. */
  readonly isCharacter: boolean;
  /** Index of its sentence, from 0. */
  readonly sentence: number;
}

const character =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
/** Occur inside words: “I’m”, “aujourd'hui”; in Hebrew and Ukrainian as letters. */
const apostrophes = /['’ʼ‘`׳]/gu;
const marks = /\p{M}/gu;

const serbianCyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const serbianLatin = [...'abvgdđežzijkl', 'lj', ...'mn', 'nj', ...'oprstćufhcč', 'dž', 'š'];

/**
 * The words of a text or transcript, for comparison: without case, punctuation, accents, vowel signs, and differences between
 * scripts of one language (Serbian, the two Japanese syllabaries).
 * @param languageCode BCP-47, as in `Language`
 */
export function listWords(text: string, languageCode: string): Word[] {
  return splitSentences(text, languageCode).flatMap((part, sentence) => {
    const found = fold(part, languageCode).match(/[\p{L}\p{N}]+|[%‰°&+=@§#/€$£¥]/gu) ?? [];
    return found.flatMap(splitRun).map(letters => ({
      letters,
      isNumeral: /[\p{N}%‰°&+=@§#/€$£¥]/u.test(letters),
      isCharacter: character.test(letters),
      sentence,
    }));
  });
}

/** In scripts without spaces each character is a word. */
function splitRun(letters: string): string[] {
  const words: string[] = [];
  let isOpen = false;
  for (const letter of letters) {
    const isCharacter = character.test(letter);
    if (isOpen && !isCharacter) words.push(`${words.pop() ?? ''}${letter}`);
    else words.push(letter);
    isOpen = !isCharacter;
  }
  return words;
}

function fold(text: string, languageCode: string): string {
  // Upper case first, which splits ß and unifies the forms of i.
  const plain = text.normalize('NFKC').toUpperCase().toLowerCase().replace(apostrophes, '');
  const latin = languageCode === 'sr' || languageCode === 'bs' ? toLatin(plain) : plain;
  const bare = latin.normalize('NFD').replace(marks, '').normalize('NFC');
  return bare.replace(/[ァ-ヶ]/gu, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60));
}

function toLatin(text: string): string {
  return text.replace(/[а-яђјљњћџ]/gu, letter => serbianLatin[serbianCyrillic.indexOf(letter)] ?? letter);
}
