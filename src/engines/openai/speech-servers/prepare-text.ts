import type { Language } from '#shared/languages.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { cleanText } from '../../provider/clean-text.ts';
import type { SpeechServer } from './speech-server.ts';

/**
 * Outside English, Kokoro cuts a text at `.!?` and at new lines only, and drops what goes beyond 510 sounds of a piece: hexgrad/kokoro,
 * `pipeline.py`. So many characters stay below that in each of its languages.
 */
const longestLine = 350;
/** A pause as Kokoro-FastAPI obeys it, in whatever text it stands: `services/text_processing`. */
const pauseCommand = /\[pause:[^[\]]*\]/giu;

/** A text as the server will speak all of it: for Kokoro a sentence on each line, and nothing that it takes for a command. */
export function prepareText({ isKokoro }: SpeechServer, text: string, { code }: Language): string {
  const clean = cleanText(text);
  if (!isKokoro) return clean;
  const plain = clean.replace(pauseCommand, ' ');
  if (code === 'en') return plain;
  return splitSentences(plain, code)
    .flatMap(sentence => cutAtSentences(sentence, longestLine, code))
    .join('\n');
}
