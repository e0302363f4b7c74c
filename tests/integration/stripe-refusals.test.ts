import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { makeHead, sendRaw } from '../support/raw-request.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';
import { deliver, makeBuyer, makeEvent, post, sign, webhookSecret } from '../support/stripe-events.ts';
import { makeSession, makeSubscription } from '../support/stripe-objects.ts';

const secondsNow = () => Math.floor(Date.now() / 1000);

describe('only Stripe is accepted', () => {
  let server: InnerServer;
  let person: AccountClient;
  let email: string;
  /** A signed event that gives the plan. */
  let body: string;
  let signature: string;

  beforeAll(async () => {
    server = await startTestServer({ environment: { STRIPE_WEBHOOK_SECRET: webhookSecret } });
    person = createAccountClient(server.url);
    const ada = makePerson();
    email = ada.email;
    await person.signUp(ada);
  });
  beforeEach(() => {
    body = JSON.stringify(makeEvent('checkout.session.completed', makeSession(makeBuyer(email))));
    signature = sign(body);
  });
  afterEach(async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
  afterAll(async () => {
    // The person's address is unverified, so that a purchase would show as waiting.
    expect(await waitsForPremium()).toBe(false);
    expect((await post(server.url, body, { 'stripe-signature': sign(body) })).status).toBe(200);
    expect(await waitsForPremium()).toBe(true);
    expect(server.logged.join('\n')).not.toMatch(/example\.org|whsec_/u);
    await server[Symbol.asyncDispose]();
  });

  async function waitsForPremium(): Promise<boolean> {
    return (await (await person.get('/api/me')).json()).needsVerificationForPremium;
  }

  const signed = (text: string) => post(server.url, text, { 'stripe-signature': sign(text) });
  const withSignature = (value: string) => post(server.url, body, { 'stripe-signature': value });

  test.each<[string, number, () => Promise<Response>]>([
    ['no signature', 400, () => post(server.url, body, {})],
    ['an empty signature', 400, () => withSignature('')],
    ['an invalid signature', 400, () => withSignature('v1=abc')],
    ['no time in the signature', 400, () => withSignature(signature.replace(/^t=\d+,/u, ''))],
    ['the signature of another scheme', 400, () => withSignature(signature.replace('v1=', 'v0='))],
    ['the secret of another endpoint', 400, () => withSignature(sign(body, { secret: `${webhookSecret}x` }))],
    ['a signature from long ago', 400, () => withSignature(sign(body, { signedAt: secondsNow() - 310 }))],
    [
      'an old signature with a new time',
      400,
      () => withSignature(sign(body, { signedAt: 1e9 }).replace('t=1000000000', `t=${secondsNow()}`)),
    ],
    [
      'the right signature of another body',
      400,
      () => post(server.url, body.replace('"paid"', '"paid" '), { 'stripe-signature': signature }),
    ],
    ['signatures of other bodies', 400, () => withSignature(`${sign('{}')},${sign('[]')}`)],
    ['an empty body', 400, () => signed('')],
    ['text that is no JSON', 400, () => signed(body.slice(0, -1))],
    ['JSON that is no event', 400, () => signed('{"hello": "world"}')],
    ['a list', 400, () => signed(`[${body}]`)],
    ['nothing at all', 400, () => signed('null')],
    [
      'an event of the other kind of interface',
      400,
      () => signed(body.replace('"object":"event"', '"object":"v2.core.event"')),
    ],
    ...['-1', '1e15', '253402300800', '1.5'].map((time): [string, number, () => Promise<Response>] => [
      `a time that is none (${time})`,
      400,
      () => signed(body.replace(/"created":\d+,"data"/u, `"created":${time},"data"`)),
    ]),
    ['an ID with NUL', 400, () => signed(body.replace('"id":"evt_', '"id":"\\u0000evt_'))],
    [
      'a subscription in an unknown state',
      400,
      () => {
        const odd = makeSubscription(makeBuyer(email), 'enlightened');
        return deliver(server.url, makeEvent('customer.subscription.updated', odd));
      },
    ],
    [
      'a session without its parts',
      400,
      () => deliver(server.url, makeEvent('checkout.session.completed', { id: 'cs_1' })),
    ],
    [
      'a body with another content type',
      415,
      () => post(server.url, body, { 'content-type': 'text/plain', 'stripe-signature': signature }),
    ],
    [
      'a compressed body',
      415,
      () => post(server.url, body, { 'content-encoding': 'gzip', 'stripe-signature': signature }),
    ],
    ['a body that is too large', 413, () => signed(body.padEnd(1024 ** 2 + 1))],
    [
      'a page of another website',
      403,
      () => post(server.url, body, { origin: 'https://evil.example', 'stripe-signature': signature }),
    ],
    ['another method', 405, () => fetch(`${server.url}/api/stripe/webhook`)],
  ])('%s is refused with %i', async (_name, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(problemSchema.parse(await answer.json()).error.message).toMatch(/\.$/u);
    expect(await waitsForPremium()).toBe(false);
  });

  test('a body with a huge Content-Length is refused unread', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': 50_000_000_000 };
    expect((await sendRaw(server.port, makeHead('/api/stripe/webhook', headers))).status).toBe(413);
  });
});

test('without a secret the endpoint says what is missing', async () => {
  await using server = await startTestServer();
  const session = makeSession(makeBuyer('a@example.org'));
  const answer = await deliver(server.url, makeEvent('checkout.session.completed', session));
  expect(answer.status).toBe(404);
  expect(problemSchema.parse(await answer.json()).error).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
  });
});

test('while the database is down Stripe is asked to retry, and then the event is processed', {
  tags: 'long',
}, async () => {
  await using postgres = sharePostgres();
  const address = new URL(await postgres.createDatabase());
  address.search = '';
  await using proxy = await startSilentProxy(Number(address.port));
  address.port = String(proxy.port);
  const folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
  {
    await using server = await startTestServer({
      environment: {
        DATABASE_URL: address.href,
        DATA_DIR: folder,
        AUTH_SECRET: testSecret,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      },
    });
    const ada = makePerson();
    const person = createAccountClient(server.url);
    await person.signUp(ada);
    const event = makeEvent('checkout.session.completed', makeSession(makeBuyer(ada.email)));
    proxy.goSilent();
    const refused = await deliver(server.url, event);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    proxy.resume();
    await expect.poll(async () => (await deliver(server.url, event)).status).toBe(200);
    expect(await (await person.get('/api/me')).json()).toMatchObject({ needsVerificationForPremium: true });
  }
  rmSync(folder, { recursive: true });
});
