import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { purchaseStatuses } from '../database/schema.ts';
import { mergeFacts, nothingKnown, type PurchaseFacts } from './plans.ts';

const date = fc.integer({ min: 0, max: 4 }).map(seconds => new Date(seconds * 1000));
const email = fc.constantFrom('ada@example.org', 'grace@example.org');

const facts: fc.Arbitrary<PurchaseFacts> = fc.oneof(
  fc.record({ email, paidAt: fc.option(date) }).map(each => ({ ...nothingKnown, ...each })),
  fc
    .record({ status: fc.constantFrom(...purchaseStatuses), statusAt: date })
    .map(each => ({ ...nothingKnown, ...each })),
);

const mergeAll = (all: readonly PurchaseFacts[]) => all.reduce(mergeFacts, nothingKnown);

describe('purchase facts', () => {
  test('do not depend on the order or repetition of events', () => {
    const histories = fc
      .array(facts, { maxLength: 8 })
      .chain(all =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
      );
    fc.assert(
      fc.property(histories, ([all, events]) => {
        const later = [...events, ...all];
        expect(mergeAll(later)).toEqual(mergeAll(all));
        expect(mergeAll(later.toReversed())).toEqual(mergeAll(all));
      }),
    );
  });

  test('do not depend on how events are grouped before merging', () => {
    fc.assert(
      fc.property(fc.array(facts), fc.array(facts), (some, others) => {
        expect(mergeFacts(mergeAll(some), mergeAll(others))).toEqual(mergeAll([...some, ...others]));
      }),
    );
  });

  test('from the same second: the later status applies', () => {
    const at = (status: PurchaseFacts['status'], seconds: number) => ({
      ...nothingKnown,
      status,
      statusAt: new Date(seconds * 1000),
    });
    expect(mergeAll([at('active', 5), at('incomplete', 5)]).status).toBe('active');
    expect(mergeAll([at('active', 6), at('unpaid', 5)]).status).toBe('active');
    expect(mergeAll([at('active', 6), at('canceled', 5)]).status).toBe('canceled');
  });

  test('contain no address once the purchase is over', () => {
    const bought = { ...nothingKnown, email: 'ada@example.org', paidAt: new Date(0) };
    const over = { ...nothingKnown, status: 'canceled', statusAt: new Date(0) } as const;
    expect(mergeFacts(bought, over).email).toBeNull();
    expect(mergeFacts(over, bought).email).toBeNull();
  });
});
