// @module-tag long
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { stripeEvents } from '#server/database/schema.ts';
import { applyPurchaseUpdate, Plans } from '#server/plans/plans.ts';
import { readStripeEvent } from '#server/plans/stripe-webhook-route.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { makeEvent, type StripeEvent } from '../support/stripe-events.ts';
import { purchasePlan, simulatePurchase } from '../support/stripe-histories.ts';

/** The delivery order of events. */
interface Arrival {
  /** A position for each event; equal ones keep their order. */
  readonly places: readonly number[];
  /** Which events come twice, and where. */
  readonly doubles: readonly number[];
}

/** They wait for each other's rows, on Postgres at most three seconds, too short for dozens on a busy machine. */
const maxConcurrent = 10;

const places = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 });
const arrival: fc.Arbitrary<Arrival> = fc.record({ places, doubles: places });

/** The events in delivery order: shuffled, late, and some of them twice. */
function deliverInOrder(events: readonly StripeEvent[], { places, doubles }: Arrival): StripeEvent[] {
  const placed = events.map((event, index) => ({ event, at: places[index % places.length] ?? 0 }));
  const again = events
    .map((event, index) => ({ event, at: doubles[index % doubles.length] ?? 0 }))
    .filter(({ at }) => at % 3 === 0);
  return [...placed, ...again].toSorted((one, other) => one.at - other.at).map(({ event }) => event);
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let database: Database;
  let plans: Plans;
  beforeAll(async () => {
    place = await makePlace();
    const config = readConfig(place.environment);
    database = await openDatabase(config);
    plans = new Plans(database.queries, config);
  });
  afterAll(async () => {
    await database.close();
    place.remove();
  });

  async function take(event: StripeEvent): Promise<boolean | undefined> {
    const news = readStripeEvent(JSON.parse(JSON.stringify(event)), []);
    return news && applyPurchaseUpdate(database.queries, news);
  }

  const findPlan = async (email: string) => (await plans.findStatus({ email, emailVerified: true })).plan;

  test('everyone ends with the plan they paid for, in any order of events', async () => {
    const history = fc.array(purchasePlan, { minLength: 1, maxLength: 4 });
    const plansSeen = new Set<string>();
    const isReported = fc.asyncProperty(
      history,
      arrival,
      fc.boolean(),
      async (purchases, order, isAtOnce) => {
        const people = Array.from({ length: 3 }, () => `${randomUUID()}@example.org`);
        const lives = purchases.map(each => simulatePurchase(each, people[each.person] ?? ''));
        const events = deliverInOrder(
          lives.flatMap(each => each.events),
          order,
        );
        const atOnce = isAtOnce ? maxConcurrent : 1;
        for (let from = 0; from < events.length; from += atOnce)
          await Promise.all(events.slice(from, from + atOnce).map(take));
        for (const [person, email] of people.entries()) {
          const isLive = lives.some((each, index) => each.isLive && purchases[index]?.person === person);
          const plan = await findPlan(email);
          plansSeen.add(plan);
          expect(plan).toBe(isLive ? 'premium' : 'standard');
        }
      },
    );
    await fc.assert(isReported, { numRuns: place.environment.DATABASE_URL ? 40 : 150, endOnFailure: false });
    expect([...plansSeen].sort()).toEqual(['premium', 'standard']);
  });

  test('an event delivered ten times at once is processed once', async () => {
    const email = `${randomUUID()}@example.org`;
    const [event] = simulatePurchase(
      { kind: 'payment', person: 0, isTrial: false, payment: 'at once', steps: [] },
      email,
    ).events;
    const taken = await Promise.all(Array.from({ length: 10 }, () => event && take(event)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await findPlan(email)).toBe('premium');
  });

  test('events are deleted once Stripe can no longer send them again', async () => {
    const old = { id: 'evt_old', takenAt: new Date(Date.now() - 91 * 24 * 3600 * 1000) };
    const young = { id: 'evt_young', takenAt: new Date(Date.now() - 89 * 24 * 3600 * 1000) };
    await database.queries.insert(stripeEvents).values([old, young]);
    await take(makeEvent('customer.subscription.updated', { id: 'sub_sweeper', status: 'active' }));
    const left = (await database.queries.select({ id: stripeEvents.id }).from(stripeEvents)).map(
      ({ id }) => id,
    );
    expect(left).toContain('evt_young');
    expect(left).not.toContain('evt_old');
  });
});
