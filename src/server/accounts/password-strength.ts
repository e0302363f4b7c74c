import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { newPasswordErrors as errors } from '#shared/messages/account-errors.ts';
import type { Message } from '#shared/messages/message.ts';

/**
 * What is looked at of a password, in UTF-16 units, and how many readings of `4` as `a` and the like are tried. zxcvbn's
 * time grows with the square of one and with the other: with its own figures (256 and 100) the worst password of 128
 * characters took 75 ms, with these it takes 10 ms. A password that begins with 64 easy characters is refused.
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

/** By the words of zxcvbn's warnings. */
const reasons: Readonly<Record<string, Message>> = {
  straightRow: errors.keyboardRow,
  keyPattern: errors.keyboardRow,
  simpleRepeat: errors.repeatedCharacters,
  extendedRepeat: errors.repeatedParts,
  sequences: errors.sequences,
  recentYears: errors.dates,
  dates: errors.dates,
  topTen: errors.common,
  topHundred: errors.common,
  common: errors.common,
  similarToCommon: errors.similarToCommon,
  userInputs: errors.own,
};

/** Who chooses a password. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
}

/**
 * Why a password would soon be guessed; undefined when it would not. Takes at most 50 ms of the event loop, whatever the
 * password.
 * @param chooser whose name and address are weak, too; undefined when that is not known
 */
export function findWeakness(password: string, chooser: Chooser | undefined): Message | undefined {
  const ownWords = findOwnWords(chooser);
  const given = ownWords.filter(word => word.length <= longestGivenWord);
  const { score, feedback } = zxcvbn.check(password, given);
  if (score < leastGrade) return reasons[feedback.warning ?? ''] ?? errors.guessable;
  // zxcvbn counts a word with something on both sides as three finds, which is a strong password to it.
  const rest = takeOut(password.slice(0, measured.maxLength), ownWords);
  if (rest.length === Math.min(password.length, measured.maxLength)) return undefined;
  return zxcvbn.check(rest).score < leastGrade ? errors.own : undefined;
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
