import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startTestServer, testSecret } from '../support/start-server.ts';
import { deliver, makeBuyer, makeEvent, webhookSecret } from '../support/stripe-events.ts';
import { makeSession, makeSubscription } from '../support/stripe-objects.ts';

const run = promisify(execFile);
const premiumCommand = fileURLToPath(new URL('../../src/cli/premium.ts', import.meta.url));
const completed = (session: object) => makeEvent('checkout.session.completed', session);

test('the command line lists buyers, and says where to cancel a paid plan', {
  tags: 'long',
}, async () => {
  await using postgres = sharePostgres();
  const environment = { DATABASE_URL: await postgres.createDatabase(), AUTH_SECRET: testSecret };
  await using server = await startTestServer({
    environment: { ...environment, STRIPE_WEBHOOK_SECRET: webhookSecret },
  });
  const env = { ...childEnvironment, ...environment };
  const command = (...args: string[]) => run(process.execPath, [premiumCommand, ...args], { env });
  const ada = makeBuyer('ada@example.org');
  await createAccountClient(server.url).signUp({ ...makePerson(), email: 'ada@example.org' });

  await command('add', 'grace@example.org');
  await deliver(server.url, completed(makeSession(ada)));
  await deliver(
    server.url,
    completed(makeSession(makeBuyer('eve@example.org'), { payment_status: 'unpaid' })),
  );
  expect((await command('list')).stdout.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^ada@example\.org\tunverified\tstripe\t2\d{3}-/u),
    expect.stringMatching(/^grace@example\.org\tnone\tcommand line\t2\d{3}-/u),
  ]);
  await expect(command('remove', 'Ada@example.org')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cancelled at Stripe'),
  });
  await deliver(server.url, makeEvent('customer.subscription.deleted', makeSubscription(ada, 'canceled')));
  expect((await command('list')).stdout).not.toContain('ada');
  expect((await command('remove', 'ada@example.org')).stdout).toContain('did not have');
});

test('with payment links configured, only their purchases are the plan', async () => {
  await using server = await startTestServer({
    environment: {
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PAYMENT_LINKS: 'plink_1TheOneThatSellsThePlan, plink_1TheYearlyOne',
    },
  });
  const person = createAccountClient(server.url);
  const registered = makePerson();
  await person.signUp(registered);
  const waitsForPremium = async () =>
    (await (await person.get('/api/me')).json()).needsVerificationForPremium;
  for (const payment_link of ['plink_1TheOneThatSellsMugs', null]) {
    const answer = await deliver(
      server.url,
      completed(makeSession(makeBuyer(registered.email), { payment_link })),
    );
    expect(answer.status).toBe(200);
    expect(await waitsForPremium()).toBe(false);
  }
  const payment_link = 'plink_1TheYearlyOne';
  await deliver(server.url, completed(makeSession(makeBuyer(registered.email), { payment_link })));
  expect(await waitsForPremium()).toBe(true);
});
