import { setImmediate as letOthersWork } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';

/** Controls a stopped clock; sockets keep working. `vi.useRealTimers` restarts it. */
export interface StoppedClock {
  /** Until this many time-outs were started since the clock stopped. */
  waitForLimits(count: number): Promise<void>;
  /** Advances until just before the limit, when the work must still run, and then over it. */
  expectGivenUp(work: Promise<unknown>, limitMs: number): Promise<void>;
}

export function stopClock(): StoppedClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // A time-out polls the clock with an interval.
  const begun = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => void vi.useRealTimers());

  async function waitForLimits(count: number): Promise<void> {
    while (begun.mock.calls.length < count) await letOthersWork();
  }

  return {
    waitForLimits,
    async expectGivenUp(work, limitMs) {
      const fails = vi.fn();
      const end = work.catch(fails);
      await waitForLimits(1);
      await vi.advanceTimersByTimeAsync(limitMs - 1);
      expect(fails).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await end;
      expect(fails).toHaveBeenCalledWith(expect.objectContaining({ code: 'provider_timeout' }));
    },
  };
}
