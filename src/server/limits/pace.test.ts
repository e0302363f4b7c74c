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
  // A line of three at fifty a second.
  patienceMs: 60,
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Begins so many, and tells which have begun, and which were refused. */
function beginMany(pace: Pace, count: number, address = '198.51.100.1') {
  const begun: number[] = [];
  const refused: unknown[] = [];
  for (let at = 0; at < count; at++)
    pace.begin(address, never).then(
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
  await vi.advanceTimersByTimeAsync(limits.patienceMs);
  expect(refused).toEqual([expect.any(CodedError)]);
  expect(pace.readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('as many wait as come to their turn in time', async () => {
  const { refused } = beginMany(new Pace({ ...limits, patienceMs: 600 }), limits.burst + 31);
  await settle();
  expect(refused).toHaveLength(1);
});

test('who comes with many waits behind their own, and others pass', async () => {
  const pace = new Pace({ ...limits, patienceMs: 1000 });
  const greedy = beginMany(pace, limits.burst + 20, '198.51.100.7');
  const other = beginMany(pace, 3, '198.51.100.8');
  await settle();
  for (let time = 0; time < 6; time++) pace.tick(paceTickMs);
  await settle();
  expect(other.begun).toEqual([0, 1, 2]);
  expect(greedy.begun).toHaveLength(limits.burst + 3);
});

test('when the line is full, who has most in it gives way, until all have the same', async () => {
  const pace = new Pace({ ...limits, patienceMs: 200 });
  const greedy = beginMany(pace, limits.burst + 10, '198.51.100.7');
  const other = beginMany(pace, 7, '198.51.100.8');
  await settle();
  expect(greedy.refused).toHaveLength(5);
  expect(other.refused).toHaveLength(2);
  expect(pace.readLoad()).toEqual({ busy: 0, waiting: 10 });
  for (let time = 0; time < 10; time++) pace.tick(paceTickMs);
  await settle();
  // Of those who gave way none has begun, and they were the last ones.
  expect(greedy.begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(other.begun).toEqual([0, 1, 2, 3, 4]);
});

test('who leaves gives up the turn', async () => {
  const pace = new Pace(limits);
  beginMany(pace, 4);
  const leaving = new AbortController();
  const left = pace.begin('198.51.100.1', leaving.signal).catch((error: unknown) => error);
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

test('what goes on with something begun never waits, and takes half of the pace at the most', async () => {
  const pace = new Pace(limits);
  beginMany(pace, limits.burst);
  const { begun } = beginMany(pace, 2);
  const measureTicks = async () => {
    const before = begun.length;
    for (let ticks = 1; ticks < 20; ticks += 1) {
      for (let time = 0; time < 10; time++) pace.goOn();
      pace.tick(paceTickMs);
      await settle();
      if (begun.length > before) return ticks;
    }
    return undefined;
  };
  // One each twenty milliseconds without.
  expect([await measureTicks(), await measureTicks()]).toEqual([2, 2]);
  expect(pace.isAtRest).toBe(false);
});
