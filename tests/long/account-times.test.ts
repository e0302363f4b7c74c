import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const tries = 100;
const noLimit = { most: 1_000_000, windowSeconds: 3600 } as const;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Answer times for two addresses, asked in turn so that other load affects both. */
async function measureBoth(
  ask: (email: string) => Promise<Response>,
  [known, unknown]: readonly [string, string],
): Promise<{ readonly knownMs: number; readonly unknownMs: number }> {
  const times: [number[], number[]] = [[], []];
  for (let index = 0; index < 2 * tries; index += 1) {
    const which = index % 2;
    const startedAt = performance.now();
    const answer = await ask(which === 0 ? known : unknown);
    await answer.arrayBuffer();
    times[which]?.push(performance.now() - startedAt);
    // Background work after an answer must not affect the next measurement.
    await wait(10);
  }
  return { knownMs: median(times[0]), unknownMs: median(times[1]) };
}

test('sign-in and reset take as long for an unknown address as for a known one', async () => {
  const mailServer = await startMailServer();
  // A slow one, whose time must not show.
  mailServer.beforeTaking(() => wait(300));
  await using server: InnerServer = await startTestServer({
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'benshi@example.org' },
    accountLimits: {
      signInPerBrowser: noLimit,
      signInPerPair: noLimit,
      signInPerAccount: noLimit,
      signInPerAddress: noLimit,
      resetRequestsPerAddress: noLimit,
      otherPerAddress: noLimit,
    },
  });
  const person = createAccountClient(server.url);
  const ada = makePerson();
  expect((await person.signUp(ada)).status).toBe(200);
  const emails = [ada.email, 'nobody@example.org'] as const;
  const stranger = createAccountClient(server.url);
  const ways = {
    'a sign-in': (email: string) => stranger.signIn({ email, password: 'not the right phrase' }),
    'a reset': (email: string) => stranger.post('/api/auth/request-password-reset', { email }),
  };
  for (const [name, ask] of Object.entries(ways)) {
    const { knownMs, unknownMs } = await measureBoth(ask, emails);
    console.info(
      `${name}: ${knownMs.toFixed(1)} ms known, ${unknownMs.toFixed(1)} ms unknown, medians of ${tries}`,
    );
    // The goal is 5 ms; on a busy machine, a tenth.
    expect(Math.abs(knownMs - unknownMs)).toBeLessThan(Math.max(5, 0.1 * Math.max(knownMs, unknownMs)));
  }
  await mailServer.crash();
});
