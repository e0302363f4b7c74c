import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { describeTimeLeft, estimateSeconds, type PastWork } from './estimate-time.ts';

const took = (...seconds: number[]): PastWork[] => seconds.map(each => ({ size: 60, seconds: each }));

describe('what a piece of work will take', () => {
  test('is not guessed without anything to go by', () => {
    expect(estimateSeconds([], 60)).toBeUndefined();
  });

  test('is what such work took, whatever one of them took', () => {
    expect(estimateSeconds(took(20), 60)).toBe(20);
    expect(estimateSeconds(took(18, 500, 22), 60)).toBe(22);
    expect(estimateSeconds(took(18, 24), 60)).toBe(21);
  });

  test('is by the last ten', () => {
    expect(
      estimateSeconds([...took(...Array<number>(30).fill(300)), ...took(...Array<number>(10).fill(8))], 60),
    ).toBe(8);
  });

  test('is more for more work, and less for less', () => {
    expect(estimateSeconds(took(20), 120)).toBe(30);
    expect(estimateSeconds(took(20), 30)).toBe(15);
  });

  test('is not guessed from work that was of quite another size', () => {
    expect(estimateSeconds(took(20), 601)).toBeUndefined();
    expect(estimateSeconds(took(20), 5)).toBeUndefined();
    expect(estimateSeconds([...took(20), { size: 600, seconds: 90 }], 900)).toBe(112.5);
  });
});

describe('what is left of it', () => {
  test.each([
    [600, t(messages.minutesLeft, { minutes: 10 })],
    [91, t(messages.minutesLeft, { minutes: 2 })],
    [90, t(messages.secondsLeft, { seconds: 90 })],
    [21, t(messages.secondsLeft, { seconds: 30 })],
    [20, t(messages.secondsLeft, { seconds: 20 })],
    [6, t(messages.secondsLeft, { seconds: 10 })],
    [5, t(messages.nearlyDone)],
    [0.1, t(messages.nearlyDone)],
  ])('is said calmly: %s s', (seconds, sentence) => {
    expect(describeTimeLeft(seconds)).toBe(sentence);
  });

  test('is not said once it takes longer than it did before', () => {
    expect(describeTimeLeft(0)).toBeUndefined();
    expect(describeTimeLeft(-30)).toBeUndefined();
  });

  test('changes at most every five seconds', () => {
    const said = Array.from({ length: 1800 }, (_, second) => describeTimeLeft(1800 - second));
    const changes = said.flatMap((each, second) => (each === said[second - 1] ? [] : [second]));
    const pauses = changes.slice(1).map((second, index) => second - (changes[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5);
  });
});
