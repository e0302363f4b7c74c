import type { Language, UnspacedLanguageCode } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { type FrameNotes, maxLines, type NotedThing } from './analysis.ts';
import { createWording } from './phrases.ts';

/**
 * What stands between two sentences, where it is not a space. Chinese and Japanese write none; Thai ends no sentence
 * with a mark, so that a new line alone tells reader and voice where the next begins.
 */
const gaps: Readonly<Record<UnspacedLanguageCode, string>> = { zh: '', ja: '', th: '\n' };
/** More would be an inventory. */
const maxNames = 5;
/** Print may take so much of the words that there is time for; things want a word, too. Ours. */
export const printShare = 0.8;
/**
 * A narrator's pause after a sentence. The time budget counts words of running text; ours are short sentences, and
 * spoken by espeak-ng in 57 languages their pauses made them a tenth too long for their video. Ours, measured.
 */
const pauseSeconds = 0.45;
/** What a colon, a comma or a digit takes, of which sentences with lists and quotations have many. Ours, measured the same way. */
const signSeconds = 0.25;
const signs = /[:：՝,、،\d%]/gu;

export function createSentences(language: Language) {
  const { perMinute } = language.speakingRate;
  const { tell, quote } = createWording(language);
  const pauseUnits = (pauseSeconds / 60) * perMinute;
  return {
    gap: gaps[language.code as UnspacedLanguageCode] ?? ' ',
    /** What the pause behind a sentence would hold, in the unit of the language. */
    pauseUnits,
    /** What a sentence takes in the unit of the language, the pause behind it included. */
    count: (text: string): number =>
      countSpokenUnits(language, text) +
      pauseUnits +
      ((text.match(signs)?.length ?? 0) * signSeconds * perMinute) / 60,
    tellThings: (things: readonly NotedThing[]): string => tell(things.slice(0, maxNames)),
    quoteLines: (lines: FrameNotes['lines'], most = maxLines): string =>
      quote(lines.slice(0, most).map(({ text }) => text)),
  };
}

export type Sentences = ReturnType<typeof createSentences>;

/** For each picture the kinds that come with it: its scene has not shown them before. */
export function listComing(frames: readonly FrameNotes[]): NotedThing[][] {
  let known = new Set<NotedThing['name']>();
  return frames.map(({ isNewScene, things }) => {
    if (isNewScene) known = new Set();
    const coming = things.filter(({ name }) => !known.has(name));
    for (const { name } of coming) known.add(name);
    return coming;
  });
}
