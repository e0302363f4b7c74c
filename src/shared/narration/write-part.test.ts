import { expect, test } from 'vitest';
import { type Observation, readObservations } from './project.ts';

const observe = (id: string, ...momentsMs: number[]): Observation => ({
  id,
  momentsMs,
  text: `notes ${id}`,
  kind: 'picture',
  source: { provider: 'Parrot' },
});

test('what was seen of a part later is among the rest: times in order, the notes behind', () => {
  const seen = [observe('whole', 1000, 30_000, 60_000), observe('part', 42_000, 48_000)];
  expect(readObservations(seen)).toEqual({
    analysis: 'notes whole\n\nnotes part',
    moments: [1, 30, 42, 48, 60],
  });
});

test('more times than a call takes are thinned out evenly', () => {
  const every = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + 1000 * at);
  const { moments } = readObservations(
    [observe('whole', ...every(0, 60)), observe('part', ...every(60_000, 20))],
    40,
  );
  expect(moments).toEqual(Array.from({ length: 40 }, (_, at) => 2 * at));
});
