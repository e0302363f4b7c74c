import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import type { SpeechRequest } from '../ports.ts';
import { markIpa } from '../provider/mark-ipa.ts';
import { cleanText } from '../provider/written-text.ts';

/**
 * Outside English, Kokoro cuts text only at `.!?` and line breaks, and drops what exceeds 510 phonemes of a piece: hexgrad/kokoro,
 * `pipeline.py`. This length stays below that in all its languages.
 */
const longestLine = 350;
/** Kokoro-FastAPI pauses at this in any text: `services/text_processing`. */
const pauseCommand = /\[pause:[^[\]]*\]/giu;

/** @param letter Kokoro's letter of the language in which the voice speaks */
export function prepareForKokoro({ text, language, ipa = [] }: SpeechRequest, letter = ''): string {
  const plain = cleanText(text).replace(pauseCommand, ' ');
  if (letter === 'a' || letter === 'b')
    return markIpa(plain, ipa, (word, each) => `[${word}](/${toMisaki(each)}/)`);
  return splitSentences(plain, language.code)
    .flatMap(sentence => cutAtSentences(sentence, longestLine, language.code))
    .join('\n');
}

/** Sounds that Kokoro writes in its own way (hexgrad/misaki, EN_PHONES.md); British English has its own o. */
const misakiSounds: readonly (readonly [ipa: RegExp, misaki: string])[] = [
  [/[ː()[\]]/gu, ''],
  [/eɪ/gu, 'A'],
  [/aɪ/gu, 'I'],
  [/aʊ/gu, 'W'],
  [/ɔɪ/gu, 'Y'],
  [/oʊ/gu, 'O'],
  [/əʊ/gu, 'Q'],
  [/d͡?ʒ/gu, 'ʤ'],
  [/t͡?ʃ/gu, 'ʧ'],
  [/ɚ/gu, 'əɹ'],
  [/ɝ/gu, 'ɜɹ'],
  [/r/gu, 'ɹ'],
  [/g/gu, 'ɡ'],
];

function toMisaki(ipa: string): string {
  return misakiSounds.reduce((said, [sound, own]) => said.replace(sound, own), ipa);
}
