import { beforeEach, expect, test, vi } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { Pace, paceTickMs } from './pace.ts';

const never = new AbortController().signal;
const limits = {
  burst: 4,
  perSecond: 50,
  leastPerSecond: 15,
  mostPerSecond: 400,
  mostLateMs: 40,
  mostWaiting: 3,
  patienceMs: 1000,
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Begins so many, and tells which have begun, and which were refused. */
function beginMany(pace: Pace, count: number) {
  const begun: number[] = [];
  const refused: unknown[] = [];
  for (let at = 0; at < count; at++)
    pace.begin(never).then(
      () => begun.push(at),
      error => refused.push(error),
    );
  return { begun, refused };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('a few begin at once, the next wait for their turn, and those behind them are told to come back', async () => {
  const { begun, refused } = beginMany(new Pace(limits), 9);
  await settle();
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(refused).toEqual([expect.any(CodedError), expect.any(CodedError)]);
  expect(refused[0]).toMatchObject({ code: 'overloaded', retryAfterSeconds: 3, costsNothing: true });
});

test('who waits begins in order, one each twenty milliseconds at fifty a second', async () => {
  const pace = new Pace(limits);
  const { begun } = beginMany(pace, 6);
  await settle();
  pace.tick(paceTickMs);
  await settle();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  pace.tick(paceTickMs);
  await settle();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test('who waited too long is told to come back, and the others move up', async () => {
  const pace = new Pace(limits);
  const { refused } = beginMany(pace, 5);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refused).toEqual([expect.any(CodedError)]);
  expect(pace.readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('who leaves gives up the turn', async () => {
  const pace = new Pace(limits);
  beginMany(pace, 4);
  const leaving = new AbortController();
  const left = pace.begin(leaving.signal).catch((error: unknown) => error);
  leaving.abort();
  expect(await left).toMatchObject({ code: 'client_closed' });
  expect(pace.readLoad().waiting).toBe(0);
});

test('while the event loop is late fewer begin, and more again when it is not', async () => {
  const measure = async (pace: Pace, elapsedMs: number) => {
    for (let time = 0; time < 40; time++) pace.tick(elapsedMs);
    // What came together meanwhile is used up.
    beginMany(pace, limits.burst);
    const { begun } = beginMany(pace, 3);
    await settle();
    for (let time = 0; time < 4; time++) pace.tick(paceTickMs);
    await settle();
    return begun.length;
  };
  const pace = new Pace(limits);
  expect(await measure(pace, paceTickMs)).toBe(3);
  expect(await measure(pace, paceTickMs + 100)).toBe(1);
});

test('what goes on with something begun never waits, and is counted', async () => {
  const pace = new Pace(limits);
  for (let time = 0; time < 10; time++) pace.goOn();
  const { begun } = beginMany(pace, 1);
  await settle();
  expect(begun).toEqual([]);
  for (let time = 0; time < 7; time++) pace.tick(paceTickMs);
  await settle();
  expect(begun).toEqual([0]);
  expect(pace.isAtRest).toBe(false);
});
