import { describe, expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { unfinishedAnswers } from './provider-faults.ts';
import { measurePeakBytes } from './provider-memory.ts';
import type { ProviderBehaviour, ProviderStandIn } from './provider-stand-in.ts';

interface CancelledCall<Call extends string> {
  readonly call: Call;
  readonly getStandIn: () => ProviderStandIn<Call>;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** A refusal that asks to wait two seconds. */
  readonly busyFor2s: ProviderBehaviour<Call>;
  /** The calls that precede it. */
  readonly before?: readonly Call[];
  /** How many calls were recorded as paid, for engines that record them without an answer. */
  readonly countPaid?: () => number;
}

/** Tests that a call to a provider ends when its client disconnects, at any time. */
export function describeDisconnecting<Call extends string>(title: string, tested: CancelledCall<Call>): void {
  const { call, getStandIn, work, busyFor2s, before = [], countPaid } = tested;

  async function disconnect(behaviour: ProviderBehaviour<Call>, isAnswered: boolean) {
    const standIn = getStandIn();
    const leaving = new AbortController();
    standIn.always(call, behaviour);
    const requested = standIn.waitForRequest(call);
    const result = work(leaving.signal);
    const request = await requested;
    if (isAnswered) await request.closed;
    leaving.abort();
    await expect(result).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests.map(each => each.call)).toEqual([...before, call]);
    return await request.closed;
  }

  describe(title, () => {
    test('before the start costs nothing', async () => {
      await expect(work(AbortSignal.abort())).rejects.toMatchObject({ code: 'client_closed' });
      expect([getStandIn().requests.length, countPaid?.() ?? 0]).toEqual([0, 0]);
    });

    test.each(unfinishedAnswers)('%s closes the connection to the provider', async (_, behaviour) => {
      expect(await disconnect(behaviour, false)).toMatchObject({ early: true });
      if (countPaid) expect(countPaid()).toBe(1);
    });

    test('while waiting for a retry ends the retries', async () => {
      await disconnect(busyFor2s, true);
    });

    test('because the server stops gets that reason', async () => {
      const stopping = AbortSignal.abort(new CodedError('unavailable'));
      await expect(work(stopping)).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}

/** Expects that an endless answer, already set, is cut off before it fills the memory. */
export async function expectCutOff(
  standIn: ProviderStandIn<string>,
  work: () => Promise<unknown>,
): Promise<void> {
  const peakBytes = await measurePeakBytes(() =>
    expect(work()).rejects.toMatchObject({ code: 'provider_garbage' }),
  );
  expect(peakBytes).toBeLessThan(50 * 2 ** 20);
  const closed = await standIn.requests.at(-1)?.closed;
  expect(closed?.early).toBe(true);
  // Of 300 MB. How much is in flight depends on the network buffers of this machine.
  expect(closed?.sentBytes).toBeLessThan(200 * 2 ** 20);
}
