import { getLanguage, type LanguageName } from '../languages.ts';
import { checkMessages } from '../messages/checks.ts';
import { t } from '../messages/message.ts';
import type { Line } from '../narration/project.ts';
import { splitSentences } from '../script/split-sentences.ts';
import { countSpokenUnits } from '../script/time-budget.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { japanese } from './ja.ts';
import { createCheck, type LineCheck, wordRules } from './line-check.ts';
import { getOwnWords, type WordRules } from './word-rules.ts';

const languages: Partial<Readonly<Record<LanguageName, WordRules>>> = {
  English: english,
  German: german,
  Spanish: spanish,
  Japanese: japanese,
};

/** How a writer is asked to mend it. The rules themselves: docs/guides/check-descriptions.md. */
const wishes = {
  'present-tense': 'Say it in the present tense.',
  'no-we': 'Say it in the third person, without we, I, you or the viewer.',
  'no-camera-words': 'Say what is to be seen without words of film making.',
  'no-interpretation': 'Say only what can be seen: no moods, motives, guesses or judgement.',
  'say-it-directly': 'Say it directly, without saying that it can be seen or that this is a scene.',
} as const;

const maxColours = 2;
const longestSentence = { words: 30, characters: 80 } as const;

/** Whether the rules that look at single words know the language. */
export function hasWordRules(language: LanguageName): boolean {
  return languages[language] !== undefined;
}

const known = new WeakMap<Line, { readonly language: LanguageName; readonly checks: readonly LineCheck[] }>();

/** What is wrong with the words of a line, whatever is around it. The same list for the same line. */
export function checkWords(line: Line, language: LanguageName): readonly LineCheck[] {
  const before = known.get(line);
  if (before?.language === language) return before.checks;
  const rules = languages[language];
  const checks = [...(rules ? checkOwnWords(line, rules) : []), ...checkSentences(line, language)];
  known.set(line, { language, checks });
  return checks;
}

function checkOwnWords(line: Line, rules: WordRules): LineCheck[] {
  const own = getOwnWords(line);
  const found = wordRules.flatMap(rule => {
    const words = rules[rule](own);
    if (words === undefined) return [];
    return createCheck(line, rule, { message: t(checkMessages[rule], { words }), wish: wishes[rule] });
  });
  const count = rules.listColours(own).size;
  if (count <= maxColours) return found;
  const message = t(checkMessages['colour-with-meaning'], { count });
  const wish = 'Keep only the colours that matter.';
  return [...found, createCheck(line, 'colour-with-meaning', { message, wish })];
}

function checkSentences(line: Line, name: LanguageName): LineCheck[] {
  const language = getLanguage(name);
  const { unit } = language.speakingRate;
  const limit = languages[name]?.longestSentence ?? longestSentence[unit];
  const counts = splitSentences(line.text, language.code).map(each => countSpokenUnits(language, each));
  const count = Math.max(0, ...counts);
  if (count <= limit) return [];
  const message = unit === 'words' ? checkMessages['short-sentences'] : checkMessages.longSentence;
  return [
    createCheck(line, 'short-sentences', {
      message: t(message, { count }),
      wish: 'Say it in shorter sentences.',
    }),
  ];
}
