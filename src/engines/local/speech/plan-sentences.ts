import type { Language } from '#shared/languages.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import { cleanText } from '../../provider/clean-text.ts';

/** What is spoken in one go, and the silence after it. */
export interface PlannedSentence {
  readonly text: string;
  readonly pauseSeconds: number;
}

/** Longer ones take a voice half a minute and more memory; Kokoro drops what is beyond 510 sounds. */
const maxSentenceCharacters = 300;
/** The voices end a sentence with a little silence themselves. */
const sentencePauseSeconds = 0.2;
const paragraphPauseSeconds = 0.6;

/** Sentences with something to say, in order. */
export function planSentences(text: string, { code }: Language): PlannedSentence[] {
  return splitSentences(cleanText(text), code).flatMap(sentence => {
    const pauseSeconds = sentence.slice(sentence.trimEnd().length).includes('\n')
      ? paragraphPauseSeconds
      : sentencePauseSeconds;
    return cutAtSentences(sentence.replaceAll('\n', ' '), maxSentenceCharacters, code)
      .filter(hasWords)
      .map(piece => ({ text: piece, pauseSeconds }));
  });
}
