import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listTree } from '../support/linux-process.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { startProduct } from '../support/start-product.ts';
import { judgeSamples, measureProduct, type Sample } from './judge.ts';
import { troubledVisits } from './trouble.ts';
import { Answers, createVisitor, makeMaterial } from './visitor.ts';
import { usualVisits, type Visit } from './visits.ts';

/**
 * `npm run soak -- --minutes 120`: the product as `npm start` runs it, with visitors and faults, for hours. Every ten
 * minutes it rests, and its memory and files are compared.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error('--minutes must be a number from 1 on.');

const sampleEveryMs = 10_000;
const killEveryMs = 180_000;
const longestVisitMs = 150_000;
const meanPauseMs = 1200;
const maxVisitsAtOnce = 8;
/** Enough that no network reaches its daily limit. */
const addressCount = 800;
/** A short run has two short rounds. Idle decoders end after 60 s. */
const roundSeconds = Math.min(600, minutes * 30);
const restSeconds = Math.min(110, roundSeconds / 3);

const startedAt = performance.now();
/** The position in the round; the load lasts from 0 to 1. */
function readClock() {
  const seconds = (performance.now() - startedAt) / 1000;
  const part = (seconds % roundSeconds) / (roundSeconds - restSeconds);
  return { seconds, part, phase: part < 1 ? ('load' as const) : ('rest' as const) };
}

const ended = new AbortController();
const { signal } = ended;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort(name));
const folder = fileURLToPath(new URL('../../.cache/soak', import.meta.url));
mkdirSync(folder, { recursive: true });

const provider = await startOpenAiStandIn();
let mailServer = await startMailServer();
const mailPort = Number(new URL(mailServer.url).port);
const environment = {
  // As behind a local proxy, so that visitors have their own addresses.
  TRUST_PROXY: '127.0.0.1',
  OPENAI_API_KEY: 'a-key-of-the-stand-in',
  OPENAI_BASE_URL: provider.baseUrl,
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Benshi <benshi@example.org>',
};
const log = join(folder, 'server.log');
const product = await startProduct(environment, line => appendFileSync(log, `${line}\n`));
void product.ended.then(code => ended.abort(`the product ended with ${code}`));
const answers = new Answers();
// A library's uncaught error must not end a run of hours.
process.on('uncaughtException', error => answers.note(`a fault of the visitors: ${error}`, 0, undefined, []));
const around = {
  url: `http://localhost:${product.port}`,
  port: product.port,
  provider,
  answers,
  material: await makeMaterial(),
  random: createSeededRandom(Number(values.seed)),
};
const samples: Sample[] = [];
console.log(`seed ${values.seed}, ${log}`);
setTimeout(() => ended.abort('the clock'), minutes * 60_000).unref();
await Promise.all([moveMailServer(), killDecoders(), takeSamples(), changeProvider(), sendVisitors()]);

const findings = judgeSamples(samples, { isShort: roundSeconds < 600 });
if (signal.reason !== 'the clock') findings.faults.push(`ended by ${signal.reason}`);
if (answers.unexpected.length > 0) findings.faults.push(`${answers.unexpected.length} unexpected answers`);
const counts = Object.fromEntries([...answers.counts].sort());
writeFileSync(join(folder, 'summary.json'), JSON.stringify({ ...findings, counts, samples }, undefined, 2));
console.log(JSON.stringify({ ...findings, unexpected: answers.unexpected }, undefined, 2));
await product[Symbol.asyncDispose]();
process.exit(findings.faults.length === 0 ? 0 : 1);

/** Stops it for two minutes in each round. */
async function moveMailServer(): Promise<void> {
  let isThere = true;
  for (; !signal.aborted; await wait(1000)) {
    const { part } = readClock();
    const isAway = part > 0.3 && part < 0.55;
    if (isAway && isThere) await mailServer.crash();
    if (!isAway && !isThere) mailServer = await startMailServer({ port: mailPort });
    isThere = !isAway;
  }
}

/** As the system does when memory runs out. */
async function killDecoders(): Promise<void> {
  while (!signal.aborted) {
    await wait(killEveryMs, undefined, { signal }).catch(() => {});
    const victim = listTree(product.serverPid)[1];
    if (signal.aborted || victim === undefined) continue;
    answers.allowFaultsFor(30_000);
    process.kill(victim, 'SIGKILL');
  }
}

async function takeSamples(): Promise<void> {
  for (let next = performance.now(); !signal.aborted; next += sampleEveryMs) {
    await wait(Math.max(0, next - performance.now()));
    const { seconds, phase } = readClock();
    const sample = { seconds: Math.round(seconds), phase, ...measureProduct(product) };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
}

/**
 * For a third of each round the provider has no vision and script models, so that the offline engine is used. `reset`
 * frees its recorded requests.
 */
async function changeProvider(): Promise<void> {
  for (; !signal.aborted; await wait(20_000, undefined, { signal }).catch(() => {})) {
    provider.reset();
    if (readClock().part > 0.65) provider.setModels('tts-1');
  }
}

async function sendVisitors(): Promise<void> {
  const visits = [...usualVisits, ...troubledVisits];
  const running = new Set<Promise<void>>();
  let count = 0;
  while (!signal.aborted) {
    await wait(-Math.log(1 - around.random()) * meanPauseMs);
    if (readClock().phase === 'rest' || running.size >= maxVisitsAtOnce) continue;
    count += 1;
    const address = `10.77.${(count % addressCount) >> 8}.${count % 256}`;
    const stay = AbortSignal.any([signal, AbortSignal.timeout(longestVisitMs)]);
    const visit = chooseVisit(visits);
    const run: Promise<void> = visit(createVisitor(around, address, stay))
      .catch(error => {
        if (!stay.aborted) answers.note(`${visit.name} (${error})`, 0, undefined, []);
      })
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
}

function chooseVisit(visits: readonly (readonly [weight: number, visit: Visit])[]): Visit {
  let left = around.random() * visits.reduce((sum, [weight]) => sum + weight, 0);
  const chosen = visits.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return chosen?.[1] ?? usualVisits[0][1];
}
