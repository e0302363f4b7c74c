import { expect, test } from 'vitest';
import { compareAmounts, pairRuns, printTable, type Run } from './results.ts';

const ofTen = (count: number) => ({ count, of: 10 });

test.each([
  ['lines within their length', ofTen(9), ofTen(8), 'better'],
  ['lines within their length', ofTen(8), ofTen(9), 'worse'],
  ['openings that repeat', ofTen(3), ofTen(1), 'worse'],
  ['forbidden phrases', ofTen(0), ofTen(1), 'better'],
  ['moments used', ofTen(9), ofTen(5), 'more'],
  ['moments used', ofTen(5), ofTen(9), 'fewer'],
  ['people named the same', { count: 50, of: 100 }, { count: 51, of: 100 }, 'same'],
  ['people named the same', { count: 0, of: 0 }, { count: 0, of: 0 }, 'same'],
  ['writing: tokens in', { count: 1040 }, { count: 1000 }, 'same'],
  ['writing: tokens in', { count: 1400 }, { count: 1000 }, 'worse'],
  ['cost in dollars', { count: 0.001 }, { count: 0.002 }, 'better'],
  ['cost in dollars', { count: 0 }, { count: 0 }, 'same'],
])('%s: %j after %j is %s', (name, now, before, verdict) => {
  expect(compareAmounts(name, now, before)).toBe(verdict);
});

function makeRun(video: string, count: number, given: Partial<Run> = {}): Run {
  return { video, task: 'timed', text: '', makers: [], metrics: { 'moments used': ofTen(count) }, ...given };
}

test('only the same video and task are compared', () => {
  const now = [makeRun('one.mp4', 1), makeRun('two.mp4', 2), makeRun('three.mp4', 3)];
  const before = [makeRun('one.mp4', 4), makeRun('two.mp4', 5, { task: 'narrate' })];
  expect(pairRuns(now, before)).toEqual([[now[0], before[0]]]);
  expect(printTable(now, before)).toMatch(/^timed, videos: 1 .*\nmoments used +1 of 10 +4 of 10 +fewer\n/u);
});

test('a cost that is not known of one video is not known of all', () => {
  const known = makeRun('one.mp4', 1, { metrics: { 'cost in dollars': { count: 0.5 } } });
  const unknown = makeRun('two.mp4', 1, { metrics: { 'cost in dollars': undefined } });
  expect(printTable([known, known])).toMatch(/cost in dollars +1\n/u);
  expect(printTable([known, unknown])).toMatch(/cost in dollars +unknown\n/u);
});
