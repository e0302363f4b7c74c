import { expect, test } from 'vitest';
import { compareNumbers, hasChangedNumber } from './compare-numbers.ts';

test.each([
  ['1,000 men', '1.000 Mann'],
  ['1,000 men', '1 000 hommes'],
  ['1,000,000 men', '1’000’000 Mann'],
  ['1,00,000 rupees', '100.000 Rupien'],
  ['3.5 km', '3,5 km'],
  ['1,000.50 dollars', '1.000,50 Dollar'],
  ['at 3:30 pm', 'um 15:30 Uhr'],
  ['at 3:30 pm', 'à 15h30'],
  ['at 12 am', 'um 0 Uhr'],
  ['40 kilos', '٤٠ كيلو'],
  ['40 kilos', '४० किलो'],
  ['10 million people', '1000万人'],
  ['40,000 people', '40 mil personas'],
  ['the 1990s', 'die 90er'],
  ['12/31/2024', '31.12.2024'],
  ['07 May', 'le 7 mai'],
])('%s and %s have the same numbers', (original, translation) => {
  expect(compareNumbers(original, translation)).toEqual({ lost: [], gained: [] });
});

test.each([
  ['40 kilos', '400 kilos', ['40'], ['400']],
  ['3.5 km', '35 km', ['3', '5'], ['35']],
  ['12 eggs', '24 œufs', ['12'], ['24']],
  ['10 million people', '2 millions de personnes', ['10'], ['2']],
  ['2 dogs and 3 cats', '2 chiens et 2 chats', ['3'], ['2']],
  ['1990', '90', [], []],
  ['1940', '140', ['1940'], ['140']],
])('of %s and %s each has numbers that the other lacks', (original, translation, lost, gained) => {
  expect(compareNumbers(original, translation)).toEqual({ lost, gained });
  expect(hasChangedNumber(original, translation)).toBe(lost.length > 0);
});

test.each([
  ['40 kilos', 'quarante kilos'],
  ['forty kilos', '40 kilos'],
  ['No number.', 'Kein Zahlwort.'],
])('%s may be written %s', (original, translation) => {
  expect(hasChangedNumber(original, translation)).toBe(false);
});
