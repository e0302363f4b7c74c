import { splitSentences } from '#shared/script/split-sentences.ts';

/** A word as it is compared: of letters that are neither large nor accented. */
export interface Word {
  readonly letters: string;
  /** Holds a figure or is a sign such as `%` or `&`, which are spoken in words that differ from language to language. */
  readonly isNumeral: boolean;
  /** A character of a script without spaces, which counts as a word. */
  readonly isCharacter: boolean;
  /** Where its sentence stands in the text, from 0. */
  readonly sentence: number;
}

/** A letter of a script without spaces. */
const character =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
/** Stand inside words: “I’m”, “aujourd'hui”; in Hebrew and Ukrainian as letters of their own. */
const apostrophes = /['’ʼ‘`׳]/gu;
const marks = /\p{M}/gu;

const serbianCyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const serbianLatin = [...'abvgdđežzijkl', 'lj', ...'mn', 'nj', ...'oprstćufhcč', 'dž', 'š'];

/**
 * The words of a text, so that a text and what a model says it spoke can be compared: without case, punctuation, accents,
 * vowel signs and the difference between scripts that write one language (Serbian, the two Japanese syllabaries).
 * @param languageCode BCP-47, as of `Language`
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

/** In scripts without spaces each character is a word of its own. */
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
  // By way of the capitals, which make ß two letters and have one i.
  const plain = text.normalize('NFKC').toUpperCase().toLowerCase().replace(apostrophes, '');
  const latin = languageCode === 'sr' || languageCode === 'bs' ? toLatin(plain) : plain;
  const bare = latin.normalize('NFD').replace(marks, '').normalize('NFC');
  return bare.replace(/[ァ-ヶ]/gu, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60));
}

function toLatin(text: string): string {
  return text.replace(/[а-яђјљњћџ]/gu, letter => serbianLatin[serbianCyrillic.indexOf(letter)] ?? letter);
}
