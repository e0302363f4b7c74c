import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountClient, createAccountClient, makePerson } from '../tests/support/account-client.ts';
import { findLink, startMailServer } from '../tests/support/mail-server.ts';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { type Environment, startTestServer, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';

const maxAddedMs = 2;
const maxDifferenceMs = 5;
const sessionRounds = 400;
const guessRounds = 100;
const warmUps = 50;
const manyTries = { most: 1_000_000, windowSeconds: 3600 };

/** What knowing who is signed in costs, and whether the time of an answer tells which addresses have an account. */
export async function benchSessionCheck(): Promise<BenchRow[]> {
  const rows = await benchOn('embedded database', {});
  await using postgres = await startPostgres();
  const environment = { DATABASE_URL: await postgres.createDatabase('benshi'), AUTH_SECRET: testSecret };
  return [...rows, ...(await benchOn('Postgres', environment))];
}

async function benchOn(place: string, environment: Environment): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-bench-'));
  const mailServer = await startMailServer();
  try {
    await using server = await startTestServer({
      environment: {
        ...environment,
        DATA_DIR: folder,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'benshi@example.org',
      },
      accountLimits: {
        signInPerBrowser: manyTries,
        signInPerPair: manyTries,
        signInPerAccount: manyTries,
        signInPerAddress: manyTries,
        resetMailsPerRecipient: manyTries,
        resetRequestsPerAddress: manyTries,
      },
    });
    const client = createAccountClient(server.url);
    const ada = makePerson();
    await client.signUp(ada);
    const link = findLink(await mailServer.waitForMail(ada.email, 'confirm your e-mail'));
    // Confirmed, so that asking for the mail again is refused as soon as it is known who asks.
    await client.get(link.pathname + link.search);
    const session = await benchSession(place, client, createAccountClient(server.url));
    client.forgetCookies();
    return [session, ...(await benchSecrecy(place, client, ada.email))];
  } finally {
    await mailServer.close();
    rmSync(folder, { recursive: true });
  }
}

/** Two requests at the same address, of which only the first bears a session; both then end at once, in the same way. */
async function benchSession(
  place: string,
  signedIn: AccountClient,
  stranger: AccountClient,
): Promise<BenchRow> {
  const ask = (who: AccountClient, status: number) => async () => {
    const answer = await who.post('/api/verification-mail');
    if (answer.status !== status) throw new Error(`asked for ${status}, got ${answer.status}`);
    return answer;
  };
  const [withSession, without] = await compare(sessionRounds, ask(signedIn, 409), ask(stranger, 401));
  const addedMs = withSession - without;
  return {
    what: `session check in a request, ${place}`,
    figure: `${addedMs.toFixed(2)} ms on ${without.toFixed(2)} ms`,
    goal: `at most ${maxAddedMs} ms`,
    isMet: addedMs <= maxAddedMs,
  };
}

async function benchSecrecy(place: string, client: AccountClient, known: string): Promise<BenchRow[]> {
  const ways = {
    'sign-in': (email: string) => client.signIn({ email, password: 'not the right phrase' }),
    'request for a new password': (email: string) =>
      client.post('/api/auth/request-password-reset', { email }),
  };
  const rows: BenchRow[] = [];
  for (const [name, ask] of Object.entries(ways)) {
    const [knownMs, unknownMs] = await compare(
      guessRounds,
      () => ask(known),
      () => ask('nobody@example.org'),
    );
    const differenceMs = Math.abs(knownMs - unknownMs);
    rows.push({
      what: `${name}, known against unknown address, ${place}`,
      figure: `${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms`,
      goal: `medians within ${maxDifferenceMs} ms`,
      isMet: differenceMs <= maxDifferenceMs,
    });
  }
  return rows;
}

/** Medians in milliseconds of two requests that take turns, so that both see the same machine. */
async function compare(
  rounds: number,
  first: () => Promise<Response>,
  second: () => Promise<Response>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUps; round < rounds; round += 1) {
    // Whoever comes second finds a busier machine, so that is taken in turns, too.
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const index of order) {
      const ms = await timeMs(async () => (await [first, second][index]?.())?.bytes());
      if (round >= 0) times[index].push(ms);
    }
  }
  return [median(times[0]), median(times[1])];
}
