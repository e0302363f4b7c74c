import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { newPasswordErrors as errors } from '#shared/messages/account-errors.ts';
import type { Message } from '#shared/messages/message.ts';

/**
 * How many UTF-16 units of a password are measured, and how many substitutions such as `4` for `a` are tried. zxcvbn's
 * time is quadratic in the first: with its defaults (256 and 100) the worst password of 128
 * characters took 75 ms, with these 10 ms. A password that begins with 64 easy characters is refused.
 */
const measured = { maxLength: 64, l33tMaxSubstitutions: 20 };

const zxcvbn = new ZxcvbnFactory({ ...measured, dictionary, graphs: adjacencyGraphs });

/** zxcvbn's scores 0 and 1 are weak: fewer than a million guesses. Eight random characters score 2. */
const minGrade = 2;

const ownName = 'benshi';
const ownNameDisguised = /b[e3][nñ][s5$]h[i1!|]/giu;

/** Shorter parts of a name occur in many words by chance. */
const minOwnWordLength = 3;

/** zxcvbn looks up every part of a password up to the length of its longest word. */
const longestGivenWord = 24;

const maxOwnWords = 20;

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

export interface Chooser {
  readonly name: string;
  readonly email: string;
}

/**
 * Why a password is easy to guess; undefined if it is not. Takes at most 50 ms for any password.
 * @param chooser name and address that count as weak; undefined if not known
 */
export function findWeakness(password: string, chooser: Chooser | undefined): Message | undefined {
  const ownWords = findOwnWords(chooser);
  const given = ownWords.filter(word => word.length <= longestGivenWord);
  const { score, feedback } = zxcvbn.check(password, given);
  if (score < minGrade) return reasons[feedback.warning ?? ''] ?? errors.guessable;
  // zxcvbn rates a word with characters on both sides as strong.
  const rest = takeOut(password.slice(0, measured.maxLength), ownWords);
  if (rest.length === Math.min(password.length, measured.maxLength)) return undefined;
  return zxcvbn.check(rest).score < minGrade ? errors.own : undefined;
}

function findOwnWords(chooser: Chooser | undefined): string[] {
  const { name = '', email = '' } = chooser ?? {};
  const words = [name, email, ...`${name} ${email}`.split(/[^\p{L}\p{N}]+/u)]
    .filter(word => word.length >= minOwnWordLength)
    .map(word => word.toLowerCase());
  return [ownName, ...new Set(words)].slice(0, maxOwnWords);
}

function takeOut(password: string, words: readonly string[]): string {
  let rest = password.toLowerCase().replaceAll(ownNameDisguised, '');
  for (const word of words.toSorted((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, '');
  return rest;
}
