import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactMessages, feedback, narrationLog } from '#server/database/schema.ts';
import { createAccountClient } from '../support/account-client.ts';
import { isRunning, listChildren } from '../support/child-processes.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { readCpuSeconds } from '../support/process-time.ts';
import { waitUntilAllSent } from '../support/queued-work.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createServerProcesses, killServer, stopServer } from '../support/server-processes.ts';
import { type ServerProcess, serverCommand } from '../support/start-server.ts';
import { postScript, Witness } from '../support/witness.ts';

/*
A server on the embedded database, killed repeatedly: at the start, and during registrations, sign-ins, messages,
feedback, scripts, pictures and videos. A witness records every complete answer; all of that must be there. KILLS and
SEED change how often and when.
*/

const kills = Number(process.env.KILLS ?? 20);
const seed = Number(process.env.SEED ?? 4);
/** The share of kills at the start; the longest time after a start, and the most acknowledged calls, before a kill. */
const shareAtStart = 0.2;
const longestAfterStartMs = 3000;
const maxPromises = 16;
const longestAfterPromiseMs = 300;
/** The goal is 5 s; a busy machine gets more, and the time is printed. */
const maxReadyMs = 60_000;
const narrationsPerDay = 10;

const processes = createServerProcesses();
const random = createSeededRandom(seed);
const witness = new Witness(random);
const readyMs: number[] = [];
const readyCpuSeconds: number[] = [];
let childrenSeen = 0;
let dataDir: string;
let provider: OpenAiStandIn;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  dataDir = processes.makeDataFolder();
});
afterAll(async () => {
  await processes.end();
  await provider.close();
});

function start(command?: readonly [string, ...string[]]): Promise<ServerProcess> {
  const environment = {
    DATA_DIR: dataDir,
    OPENAI_BASE_URL: provider.baseUrl,
    TRUST_PROXY: '127.0.0.1',
    CONTACT_TO: 'team@example.org',
    FREE_NARRATIONS_PER_DAY: String(narrationsPerDay),
  };
  return processes.start(environment, command);
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** At any point of the start. */
async function killAtStart(): Promise<void> {
  const seconds = ((random() * longestAfterStartMs) / 1000).toFixed(3);
  const started = start(['timeout', '-s', 'KILL', seconds, ...serverCommand]);
  await started.then(
    server => server.waitForExit(),
    () => {},
  );
}

async function startAndLook(): Promise<ServerProcess> {
  const startedAt = performance.now();
  const server = await start();
  readyMs.push(performance.now() - startedAt);
  readyCpuSeconds.push(readCpuSeconds(server.process.pid ?? 0));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.listTemporaryFiles()).toEqual([]);
  return server;
}

async function killUnderLoad(): Promise<void> {
  const server = await startAndLook();
  const day = new Date().getUTCDate();
  await expectRecent(server.url, day);
  const enough = witness.count + Math.floor(random() * maxPromises);
  const end = witness.use(server.url);
  while (witness.count < enough) await wait(5);
  await wait(random() * longestAfterPromiseMs);
  const children = listChildren(server.process.pid);
  childrenSeen += children.length;
  await killServer(server);
  await end();
  await expect.poll(() => children.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  usedOn = day;
}

/** The day on which the last server counted. */
let usedOn: number | undefined;
let sessionsSeen = 0;
let ordersSeen = 0;

/** Expects what the last server acknowledged: sessions, used-up narrations, and work that must not be repeated. */
async function expectRecent(url: string, today: number): Promise<void> {
  const { sessions, orders, used } = witness.acknowledged;
  for (const session of sessions.slice(sessionsSeen).slice(-2)) {
    const cookie = [...session.cookies].map(pair => pair.join('=')).join('; ');
    expect((await fetch(`${url}/api/me`, { headers: { cookie } })).status).toBe(200);
  }
  sessionsSeen = sessions.length;
  for (const order of orders.slice(ordersSeen).slice(-2))
    expect((await postScript(url, order)).status).toBe(409);
  ordersSeen = orders.length;
  if (usedOn === today && new Date().getUTCDate() === today)
    for (const [address, times] of used) {
      const answer = await fetch(`${url}/api/free/allowance`, { headers: { 'x-forwarded-for': address } });
      const { remaining } = await answer.json();
      expect(narrationsPerDay - remaining).toBeGreaterThanOrEqual(times);
    }
  used.clear();
}

function readOutbox(): string {
  const outbox = join(dataDir, 'outbox');
  const names = readdirSync(outbox).filter(name => name.endsWith('.eml'));
  return names.map(name => readFileSync(join(outbox, name), 'utf8')).join('\n');
}

/** Quoted-printable breaks long lines. */
const isMissingIn = (mails: string) => {
  const text = mails.replace(/=\r?\n/gu, '');
  return (words: string) => !text.includes(words);
};

test('a server that is killed repeatedly loses nothing that it acknowledged', {
  timeout: 3 * 3600_000,
}, async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    if (random() < shareAtStart) await killAtStart();
    else await killUnderLoad();
    if (kill % 20 === 19) console.log(`${kill + 1} kills, ${witness.count} calls acknowledged`);
  }
  const { people, messages, feedback: ratings, prompts, odd } = witness.acknowledged;
  const last = await startAndLook();
  await waitUntilAllSent(last.url);
  let signedIn = 0;
  for (const [index, person] of people.entries()) {
    const client = createAccountClient(last.url, `10.1.${index >> 8}.${index & 255}`);
    if ((await client.signIn(person)).status === 200) signedIn += 1;
  }
  await stopServer(last);

  const found = await withDatabase({ DATA_DIR: dataDir }, async queries => ({
    messages: new Set((await queries.select().from(contactMessages)).map(each => each.message)),
    ratings: new Set((await queries.select().from(feedback)).map(each => each.message)),
    prompts: new Set((await queries.select().from(narrationLog)).map(each => each.prompt)),
  }));
  const isMissing = isMissingIn(readOutbox());
  const lost = {
    people: people.length - signedIn,
    messages: messages.filter(each => !found.messages.has(each)),
    mails: [...messages, ...ratings].filter(isMissing),
    ratings: ratings.filter(each => !found.ratings.has(each)),
    prompts: prompts.filter(each => !found.prompts.has(each)),
  };
  const sorted = readyMs.toSorted((one, other) => one - other);
  const seconds = (ms = 0) => (ms / 1000).toFixed(2);
  console.log(
    `${kills} kills (seed ${seed}); acknowledged: ${people.length} accounts, ${sessionsSeen} sign-ins, ` +
      `${messages.length} messages, ${ratings.length} times feedback, ${prompts.length} scripts; ` +
      `lost: ${JSON.stringify(lost)}; ready again: median ${seconds(sorted[Math.floor(sorted.length / 2)])} s, ` +
      `slowest ${seconds(sorted.at(-1))} s, of which at most ${Math.max(...readyCpuSeconds)} s of the processor; ${childrenSeen} children, none left; odd answers: ${odd.length}`,
  );
  expect(lost).toEqual({ people: 0, messages: [], mails: [], ratings: [], prompts: [] });
  expect([...new Set(odd)]).toEqual([]);
  expect(people.length * messages.length * prompts.length).toBeGreaterThan(0);
  expect(witness.count).toBeGreaterThan(kills);
  expect(sorted.at(-1)).toBeLessThan(maxReadyMs);
});
