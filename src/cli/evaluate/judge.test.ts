import { expect, test } from 'vitest';
import { computeSignTest, describeVerdicts, readVerdict } from './judge.ts';

test.each([
  ['A', 'A'],
  ['b\nIt is warmer.', 'B'],
  ['TIE', 'TIE'],
  ['**B**\n\nReason: it says less.', 'B'],
  ['Answer: A', 'A'],
  ['The reason first.\n\nVerdict: TIE', 'TIE'],
  ['Text B is better told.', 'B'],
  ['{"answer": "A"}', 'A'],
  ['`A`', 'A'],
  ['A warm text is better.', undefined],
  ['I cannot decide between A and B.', undefined],
  ['', undefined],
  ['Both are good.', undefined],
])('the answer %j means %s', (answer, verdict) => {
  expect(readVerdict(answer)).toBe(verdict);
});

// By R's binom.test.
test.each([
  [0, 0, 1],
  [5, 5, 1],
  [3, 0, 0.25],
  [9, 1, 0.0215],
  [10, 0, 0.002],
  [12, 4, 0.0768],
])('%i wins and %i losses have p = %f', (wins, losses, p) => {
  expect(computeSignTest(wins, losses)).toBeCloseTo(p, 4);
  expect(computeSignTest(losses, wins)).toBeCloseTo(p, 4);
});

const repeat = (verdicts: string, times: number) => Array<string>(times).fill(verdicts);

test('three comparisons prove nothing, however clear they are', () => {
  const told = describeVerdicts(repeat('A B', 3));
  expect(told).toContain('both orders: 3');
  expect(told).toContain('This run preferred: 3; the other: 0');
  expect(told).toContain('too few to conclude anything');
  expect(told).not.toContain('p =');
});

test('ten comparisons have a p value; ties and answers that say nothing do not count in it', () => {
  const verdicts = [
    ...repeat('A B', 9),
    ...repeat('B A', 1),
    ...repeat('A A', 1),
    ...repeat('B B', 1),
    ...repeat('A TIE', 1),
    ...repeat('none', 1),
  ];
  const told = describeVerdicts(verdicts);
  expect(told).toContain('both orders: 13; without a usable answer: 1');
  expect(told).toContain('ties: 3, of which by place (the same letter in both orders): 2');
  expect(told).toContain('p = 0.021');
});
