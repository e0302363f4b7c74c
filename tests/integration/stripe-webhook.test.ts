import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import {
  deliver,
  makeBuyer,
  makeDispute,
  makeEvent,
  makeRefundedCharge,
  post,
  type StripeEvent,
  sign,
  webhookSecret,
} from '../support/stripe-events.ts';
import {
  type Buyer,
  makePaidInvoice,
  makeSession,
  makeSessionOfPayment,
  makeSubscription,
} from '../support/stripe-objects.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let server: InnerServer;
  /** A signed-in person with a verified address. */
  let person: AccountClient;
  let ada: Buyer;

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await startTestServer({
      environment: {
        ...place.environment,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Benshi <benshi@example.org>',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      },
      accountLimits: { signUpPerAddress: manyTries, otherPerAddress: manyTries },
    });
  });
  beforeEach(async () => {
    person = createAccountClient(server.url);
    const registered = makePerson();
    ada = makeBuyer(registered.email);
    await person.signUp(registered);
    const link = findLink(
      await mailServer.waitForMail(registered.email, t(mailMessages.verificationSubject)),
    );
    await person.get(link.pathname + link.search);
    expect(await findPlan()).toBe('standard');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await mailServer.close();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|whsec_/u);
  });

  async function findPlan(): Promise<string> {
    return (await (await person.get('/api/me')).json()).plan;
  }

  async function take(...events: StripeEvent[]): Promise<void> {
    for (const event of events) {
      const answer = await deliver(server.url, event);
      expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    }
  }

  const completed = (session: object) => makeEvent('checkout.session.completed', session);
  const updated = (status: string, created?: number) =>
    makeEvent('customer.subscription.updated', makeSubscription(ada, status), created);

  test('paying gives the premium plan in the open session, and cancelling ends it', async () => {
    await take(completed(makeSession(ada)));
    expect(await (await person.get('/api/me')).json()).toMatchObject({
      plan: 'premium',
      needsVerificationForPremium: false,
      narrations: { limit: 500 },
    });
    await take(makeEvent('invoice.paid', makePaidInvoice(ada)), updated('active'));
    expect(await findPlan()).toBe('premium');
    await take(makeEvent('customer.subscription.deleted', makeSubscription(ada, 'canceled')));
    expect(await findPlan()).toBe('standard');
  });

  test('an address in capitals is the same person', async () => {
    await take(completed(makeSession({ ...ada, email: ada.email?.toUpperCase() ?? null })));
    expect(await findPlan()).toBe('premium');
  });

  test('a payment for an unverified address waits for verification', async () => {
    const other = createAccountClient(server.url);
    const grace = makePerson();
    await other.signUp(grace);
    await take(completed(makeSession(makeBuyer(grace.email))));
    expect(await (await other.get('/api/me')).json()).toMatchObject({
      plan: 'standard',
      needsVerificationForPremium: true,
    });
    const link = findLink(await mailServer.waitForMail(grace.email, t(mailMessages.verificationSubject)));
    await other.get(link.pathname + link.search);
    expect(await (await other.get('/api/me')).json()).toMatchObject({ plan: 'premium' });
  });

  test.each([
    ['trialing', 'premium'],
    ['active', 'premium'],
    ['past_due', 'premium'],
    ['incomplete', 'standard'],
    ['incomplete_expired', 'standard'],
    ['paused', 'standard'],
    ['unpaid', 'standard'],
    ['canceled', 'standard'],
  ])('a subscription that is %s is the %s plan', async (status, plan) => {
    await take(completed(makeSession(ada)), updated(status));
    expect(await findPlan()).toBe(plan);
  });

  test('paying an overdue subscription restores the premium plan; an ended one stays ended', async () => {
    const now = Math.floor(Date.now() / 1000);
    await take(completed(makeSession(ada)), updated('unpaid', now + 10), updated('active', now + 20));
    expect(await findPlan()).toBe('premium');
    await take(updated('unpaid', now + 15));
    expect(await findPlan()).toBe('premium');
    await take(makeEvent('customer.subscription.deleted', makeSubscription(ada, 'canceled'), now + 30));
    await take(updated('active', now + 40), completed(makeSession(ada)));
    expect(await findPlan()).toBe('standard');
  });

  test('after two purchases the plan lasts until both have ended', async () => {
    const again = makeBuyer(ada.email);
    await take(completed(makeSession(ada)), completed(makeSession(again)), updated('canceled'));
    expect(await findPlan()).toBe('premium');
    await take(makeEvent('customer.subscription.deleted', makeSubscription(again, 'canceled')));
    expect(await findPlan()).toBe('standard');
  });

  test('a delayed bank payment gives the plan only once it succeeds', async () => {
    const unpaid = { payment_status: 'unpaid' } as const;
    await take(completed(makeSessionOfPayment(ada, unpaid)));
    expect(await findPlan()).toBe('standard');
    await take(makeEvent('checkout.session.async_payment_failed', makeSessionOfPayment(ada, unpaid)));
    expect(await findPlan()).toBe('standard');
    const again = makeBuyer(ada.email);
    await take(completed(makeSessionOfPayment(again, unpaid)));
    await take(makeEvent('checkout.session.async_payment_succeeded', makeSessionOfPayment(again)));
    expect(await findPlan()).toBe('premium');
  });

  test.each([
    ['as it is told today', {}],
    ['as it was told before 2025', { parent: undefined, subscription: (buyer: Buyer) => `sub_${buyer.key}` }],
  ])('a subscription with a delayed first payment begins with its invoice, %s', async (_name, shape) => {
    const invoice = makePaidInvoice(ada, {
      ...shape,
      ...('subscription' in shape && { subscription: shape.subscription(ada) }),
    });
    await take(completed(makeSession(ada, { payment_status: 'unpaid' })), updated('active'));
    expect(await findPlan()).toBe('standard');
    await take(makeEvent('invoice.payment_succeeded', invoice));
    expect(await findPlan()).toBe('premium');
  });

  test('a free purchase counts as paid', async () => {
    const free = { payment_status: 'no_payment_required', amount_total: 0 } as const;
    await take(completed(makeSessionOfPayment(ada, { ...free, payment_intent: null })));
    expect(await findPlan()).toBe('premium');
  });

  test('a single payment is the plan until it is fully refunded', async () => {
    await take(completed(makeSessionOfPayment(ada)));
    await take(makeEvent('charge.refunded', makeRefundedCharge(ada, { refunded: false })));
    await take(makeEvent('charge.dispute.closed', makeDispute(ada, 'won')));
    expect(await findPlan()).toBe('premium');
    await take(makeEvent('charge.refunded', makeRefundedCharge(ada, { refunded: true })));
    expect(await findPlan()).toBe('standard');
  });

  test('a single payment that the bank reversed is no longer the plan', async () => {
    await take(makeEvent('charge.dispute.closed', makeDispute(ada, 'lost')));
    await take(completed(makeSessionOfPayment(ada)));
    expect(await findPlan()).toBe('standard');
  });

  test.each<[string, () => StripeEvent]>([
    ['nobody’s address', () => completed(makeSession({ ...ada, email: null }))],
    ['no details of the buyer', () => completed(makeSession(ada, { customer_details: null }))],
    ['a card that was only noted', () => completed(makeSession(ada, { mode: 'setup', subscription: null }))],
    [
      'another kind of event',
      () => makeEvent('customer.updated', { id: `cus_${ada.key}`, email: ada.email }),
    ],
    ['a kind with the name of a method', () => makeEvent('toString', { email: ada.email })],
    [
      'an invoice of no subscription',
      () => makeEvent('invoice.paid', makePaidInvoice(ada, { parent: null })),
    ],
  ])('an unrelated event is accepted and changes nothing: %s', async (_name, makeNews) => {
    await take(makeNews());
    expect(await findPlan()).toBe('standard');
  });

  test('concurrent deliveries of an event are processed once', async () => {
    const event = completed(makeSession(ada));
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(server.url, event)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await findPlan()).toBe('premium');
  });

  test('while the secret is rotated, events signed with both are accepted', async () => {
    const payload = JSON.stringify(completed(makeSession(ada)));
    const other = sign(payload, { secret: 'whsec_theOneThatIsGoingAwayToday' }).replace(/^t=\d+,/u, '');
    const answer = await post(server.url, payload, { 'stripe-signature': `${sign(payload)},${other}` });
    expect(answer.status).toBe(200);
    expect(await findPlan()).toBe('premium');
  });
});
