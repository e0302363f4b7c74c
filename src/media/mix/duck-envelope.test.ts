import { expect, test } from 'vitest';
import { createEnvelopeReader, planEnvelope } from './duck-envelope.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

test('the original falls in 0.2 s before the first word and rises in 0.4 s after the last', () => {
  expect(planEnvelope([span(5, 8)], 12)).toEqual([
    { seconds: 4.8, db: 0 },
    { seconds: 5, db: -12 },
    { seconds: 8, db: -12 },
    { seconds: 8.4, db: 0 },
  ]);
});

test('it stays low over a pause of less than 1.5 s and rises over a longer one', () => {
  const read = createEnvelopeReader(planEnvelope([span(1, 2), span(3.4, 4), span(5.5, 6)], 20));
  expect([2.5, 4.2, 4.6, 5.4, 5.7, 7].map(read).map(db => Math.round(db) + 0)).toEqual([
    -20, -10, 0, -10, -20, 0,
  ]);
});

test('without a voice the original is unchanged', () => {
  const read = createEnvelopeReader(planEnvelope([], 12));
  expect([0, 100].map(read)).toEqual([0, 0]);
});
