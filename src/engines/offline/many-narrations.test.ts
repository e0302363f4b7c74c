import { expect, test } from 'vitest';
import { type Language, languages } from '#shared/languages.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { makeFrames } from '../../../tests/support/made-analysis.ts';
import { createPhraseBook, type PhraseBook } from '../../../tests/support/phrase-book.ts';
import { describeRows } from '../../../tests/support/test-rows.ts';
import { listForeignLetters } from '../../../tests/support/writing-scripts.ts';
import { composeNarration } from './compose-narration.ts';
import { type FrameDescription, maxColours } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import { phrasesByLanguage } from './phrases-by-language.ts';

/** Of 8 s to 10 min: half of them of nothing but light and colour, the others of what was recognised in all or some pictures. */
const narrationsPerLanguage = 1000;
/** What a narration may list at most: four things, three colours. */
const maxNames = Math.max(4, maxColours);

interface MadeVideo {
  readonly frames: readonly FrameDescription[];
  readonly durationSeconds: number;
}

function makeVideo(seed: number): MadeVideo {
  const durationSeconds = 8 + ((seed * 37) % 593);
  const measured = makeFrames(seed, durationSeconds, 'nothing');
  if (seed % 2 === 0) return { frames: measured, durationSeconds };
  const recognised = makeFrames(seed, durationSeconds, 'everything');
  if (seed % 4 === 1) return { frames: recognised, durationSeconds };
  const frames = recognised.map((frame, at) => (at % 3 === 0 ? frame : (measured[at] ?? frame)));
  return { frames, durationSeconds };
}

/** Stands for a quotation where one was taken out of a sentence: no letter of any language. */
const quoted = '\u{F0000}';
/** What can only be left over from a phrase that was not filled in, or from a quotation that was changed. */
const leftover = /[{}<>\d"“”„«»「」]/u;
const emptyList = /[:：՝]\s*(?:[.。।۔։]|$)|[,،、]\s*[,،、.。।۔։]/u;

/** Takes out the quotations of print that is in the pictures; marks that are left over belong to a changed one. */
function takeOutQuotations(text: string, frames: readonly FrameDescription[], phrases: Phrases): string {
  const [opening, closing] = phrases.quotationMarks;
  const lines = new Set(frames.flatMap(frame => frame.lines.map(line => line.text)));
  let rest = text;
  for (const line of lines) rest = rest.replaceAll(`${opening}${line}${closing}`, quoted);
  return rest;
}

/** What a listener would stumble over in a sentence, its quotations taken out; empty where there is nothing. */
function findFault(sentence: string, book: PhraseBook, language: Language): string | undefined {
  if (leftover.test(sentence)) return 'a leftover';
  if (emptyList.test(sentence)) return 'an empty list';
  if (/\s{2}|^\s|\s$/u.test(sentence)) return 'a space too many';
  if (listForeignLetters(sentence, language.name).length > 0) return 'letters of another script';
  const reading = book.read(sentence, quoted);
  if (!reading) return 'words that stand in no phrase of the language';
  if (reading.names > maxNames) return 'a list that is too long';
  return undefined;
}

function findFaults(video: MadeVideo, book: PhraseBook, language: Language): string[] {
  const { frames, durationSeconds } = video;
  const phrases = phrasesByLanguage[language.name];
  const texts = composeNarration(frames, phrases, language, durationSeconds).map(({ text }) => text);
  const faults = texts.flatMap(text => {
    const fault = findFault(takeOutQuotations(text, frames, phrases), book, language);
    return fault ? [`${fault}: ${text}`] : [];
  });
  if (texts.length === 0) faults.push('no sentence at all');
  if (new Set(texts).size < texts.length) faults.push(`a sentence twice: ${texts.join(' ')}`);
  const units = countSpokenUnits(language, texts.join(' '));
  const { count } = computeTimeBudget(language, durationSeconds);
  if (texts.length > 1 && units > count) faults.push(`${units} in the time of ${count}: ${texts.join(' ')}`);
  return faults;
}

describeRows(languages, ({ name }) => ['English', 'Arabic', 'Hindi', 'Japanese'].includes(name))(
  'a thousand narrations in $name',
  language => {
    test('hold whole sentences of the language, each once, and say in time all that it can say', () => {
      const book = createPhraseBook(phrasesByLanguage[language.name], language);
      const faults: string[] = [];
      for (let seed = 1; seed <= narrationsPerLanguage; seed++)
        faults.push(...findFaults(makeVideo(seed), book, language));
      expect(faults.slice(0, 20)).toEqual([]);
      expect(book.listUnread()).toEqual([]);
    });
  },
);
