import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * What is looked at of a password, in UTF-16 units, and how many readings of `4` as `a` and the like are tried. zxcvbn's
 * time grows with the square of one and with the other: with its own figures (256 and 100) the worst password of 128
 * characters took 75 ms, with these it takes 10 ms. Whoever begins with 64 easy characters is refused whatever follows.
 */
const measured = { maxLength: 64, l33tMaxSubstitutions: 20 };

const zxcvbn = new ZxcvbnFactory({ ...measured, dictionary, graphs: adjacencyGraphs });

/**
 * Of zxcvbn's five grades the first two are weak: fewer than a million guesses. Eight random characters are in the third.
 */
const leastGrade = 2;

const ownName = 'benshi';
/** As people write it to be clever. */
const ownNameDisguised = /b[e3][nñ][s5$]h[i1!|]/giu;

/** Shorter parts of a name are in many words by chance. */
const leastOwnWordLength = 3;

/** zxcvbn looks up every part of a password that is as long as the longest word it knows, or shorter. */
const longestGivenWord = 24;

/** Of long names so much is enough. */
const mostOwnWords = 20;

const commonSentence = 'This is one of the passwords that everybody tries first.';
const similarSentence = 'This is much like one of the passwords that everybody tries first.';
const ownSentence = 'Your name, your e-mail address and the name of this product are easy to guess.';
const dateSentence = 'Dates and years are easy to guess.';
const rowSentence = 'Keys that lie side by side are easy to guess.';
const otherSentence = 'This is easy to guess. A few more words would make it hard.';

/** By the words of zxcvbn's warnings. */
const sentences: Readonly<Record<string, string>> = {
  straightRow: rowSentence,
  keyPattern: rowSentence,
  simpleRepeat: 'Repeated characters such as "aaa" are easy to guess.',
  extendedRepeat: 'Repeated characters such as "abcabcabc" are easy to guess.',
  sequences: 'Sequences such as "abcd" or "4321" are easy to guess.',
  recentYears: dateSentence,
  dates: dateSentence,
  topTen: commonSentence,
  topHundred: commonSentence,
  common: commonSentence,
  similarToCommon: similarSentence,
  userInputs: ownSentence,
};

/** Who chooses a password. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
}

/**
 * Says in a sentence why whoever guesses would soon try this password; undefined when they would not. Takes at most 50 ms
 * of the event loop, whatever the password.
 * @param chooser whose name and address are weak, too; undefined when that is not known
 */
export function findWeakness(password: string, chooser: Chooser | undefined): string | undefined {
  const ownWords = findOwnWords(chooser);
  const given = ownWords.filter(word => word.length <= longestGivenWord);
  const { score, feedback } = zxcvbn.check(password, given);
  if (score < leastGrade) return sentences[feedback.warning ?? ''] ?? otherSentence;
  // zxcvbn counts a word with something on both sides as three finds, which is a strong password to it.
  const rest = takeOut(password.slice(0, measured.maxLength), ownWords);
  if (rest.length === Math.min(password.length, measured.maxLength)) return undefined;
  return zxcvbn.check(rest).score < leastGrade ? ownSentence : undefined;
}

function findOwnWords(chooser: Chooser | undefined): string[] {
  const { name = '', email = '' } = chooser ?? {};
  const words = [name, email, ...`${name} ${email}`.split(/[^\p{L}\p{N}]+/u)]
    .filter(word => word.length >= leastOwnWordLength)
    .map(word => word.toLowerCase());
  return [ownName, ...new Set(words)].slice(0, mostOwnWords);
}

function takeOut(password: string, words: readonly string[]): string {
  let rest = password.toLowerCase().replaceAll(ownNameDisguised, '');
  for (const word of words.toSorted((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, '');
  return rest;
}
