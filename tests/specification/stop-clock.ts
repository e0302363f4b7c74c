import { setImmediate as letOthersWork } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';

/** What a test does with time that stands still; sockets go on working. `vi.useRealTimers` lets it run again. */
export interface StoppedClock {
  /** Until so many limits of time were begun since the clock stopped. */
  waitForLimits(count: number): Promise<void>;
  /** Goes on until just before the limit, when the work must still be waited for, and then over it. */
  expectGivenUp(work: Promise<unknown>, limitMs: number): Promise<void>;
}

export function stopClock(): StoppedClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // A limit looks at the clock again and again.
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
