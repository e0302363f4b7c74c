import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { minPasswordCharacters } from '#shared/limits.ts';
import { newPasswordErrors as errors } from '#shared/messages/account-errors.ts';
import { findWeakness } from './password-strength.ts';

const ada = { name: 'Ada Lovelace', email: 'countess-1815@analytical.example.org' };

test.each([
  ['aaaaaaaa', errors.repeatedCharacters],
  ['00000000', errors.repeatedCharacters],
  ['12341234', errors.repeatedParts],
  ['aaaaaaab', errors.repeatedCharacters],
  ['🦉'.repeat(128), errors.repeatedParts],
  ['abcdefgh', errors.sequences],
  ['ABCDEFGH', errors.sequences],
  ['zyxwvuts', errors.sequences],
  ['abcdefghijklmnopqrstuvwxyz0123456789', errors.sequences],
  ['87654321', errors.similarToCommon],
  ['password', errors.common],
  ['Password1', errors.common],
  ['P@ssw0rd', errors.similarToCommon],
  ['qwertyuiop', errors.common],
  ['1qaz2wsx', errors.common],
  ['qwertzui', errors.keyboardRow],
  ['azertyui', errors.keyboardRow],
  ['xcvbnm,.', errors.keyboardRow],
  ['1990-12-31', errors.dates],
  ['benshi123', errors.own],
  ['1benshi1', errors.own],
  ['2024Benshi2025', errors.own],
  ['99b3n5h!99', errors.own],
  ['benshibenshi', errors.own],
  ['my-benshi-1', errors.own],
  ['lovelace', errors.own],
  ['12Lovelace34', errors.own],
  ['Ada Lovelace', errors.own],
  ['countess-1815', errors.own],
  ['countess-1815@analytical.example.org', errors.own],
])('%s is weak, with the reason', (password, reason) => {
  expect(findWeakness(password, ada)?.key).toBe(reason.key);
});

test.each([
  'correct horse battery staple',
  'correct horse battery staple and then some more words up to here',
  'ein Lied vom Fluss am Abend',
  'Zw9!kLp2',
  'x7kq2mzp',
  'a loom of numbers',
  'benshi reads my films aloud',
  'Lovelace and the loom',
  'привет мир',
])('%s is not weak', password => {
  expect(findWeakness(password, ada)).toBeUndefined();
});

test('the 3,000 most common passwords of sufficient length are weak for everybody', () => {
  const commonest = dictionary['passwords-common']
    .map(String)
    .filter(password => password.length >= minPasswordCharacters)
    .slice(0, 3000);
  expect(commonest).toHaveLength(3000);
  expect(commonest.filter(password => findWeakness(password, undefined) === undefined)).toEqual([]);
});

test("a name is weak only in its owner's password", () => {
  const password = 'countess-1815';
  expect([findWeakness(password, ada) === undefined, findWeakness(password, undefined)]).toEqual([
    false,
    undefined,
  ]);
});

describe('the longest and slowest passwords', () => {
  const repeat = (text: string) => text.repeat(128).slice(0, 128);
  const words = dictionary['passwords-common'];
  const worst = [
    ...['a', '1', '!', '|', 'ab', 'aab', 'aA', '0o', '1/1/', '\\/\\/', '4@1!|', '2zZ', '1990', 'benshi'].map(
      repeat,
    ),
    ...['p@55w0rd1!|', '6173940528', 'qwertyuiop', 'abcde', '4@8({[<3€6|1!7|0$5+%2/\\'].map(repeat),
    repeat(words.slice(0, 40).join('')),
    repeat(
      words
        .filter(word => String(word).length <= 4)
        .slice(0, 60)
        .join(''),
    ),
    `${'a'.repeat(127)}b`,
    '1'.repeat(12_800),
  ];
  /** A name whose words are all in the password. */
  const chooser = {
    name: 'ab 1990 p55 '.repeat(16),
    email: `${'a1'.repeat(32)}@${'1'.repeat(60)}.example.org`,
  };

  test('block the event loop for at most 50 ms', () => {
    for (const password of worst) findWeakness(password, chooser);
    for (const password of worst) {
      // Processor time, minimum of five runs, because the machine may be busy.
      const times = Array.from({ length: 5 }, () => {
        const start = process.threadCpuUsage();
        findWeakness(password, chooser);
        return process.threadCpuUsage(start).user / 1000;
      });
      expect(Math.min(...times), password.slice(0, 20)).toBeLessThan(50);
    }
  });
});
