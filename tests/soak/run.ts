import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listTree } from '../support/linux-process.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { type StartedProduct, startProduct } from '../support/start-product.ts';
import { createAnswers } from './answers.ts';
import { makeMaterial } from './material.ts';
import { createRecord, type SoakRecord } from './record.ts';
import { sendVisitors } from './send-visitors.ts';
import { createTimetable } from './timetable.ts';
import { troubledVisits } from './trouble.ts';
import type { Surroundings } from './visitor.ts';
import { usualVisits } from './visits.ts';

/**
 * `npm run soak -- --minutes 120`: the product as `npm start` runs it, with visitors and faults, for hours. Every ten minutes it is
 * left alone for a while, and what it holds then is compared. `--write` keeps the graph in docs/images.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes >= 1)) throw new Error('--minutes must be a number from 1 on.');

const sampleEveryMs = 10_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'soak', new Date().toISOString().replaceAll(/[:.]/gu, '-'));
mkdirSync(folder, { recursive: true });

/** The mail server of the operator, which is away for two minutes in each round. */
async function keepMailServer(
  isAway: () => boolean,
  signal: AbortSignal,
  first: MailServer,
): Promise<MailServer> {
  const port = Number(new URL(first.url).port);
  let current: MailServer | undefined = first;
  while (!signal.aborted) {
    if (isAway() && current) {
      await current.crash();
      current = undefined;
    } else if (!isAway() && !current) current = await startMailServer({ port });
    await wait(1000);
  }
  return current ?? first;
}

/** Every three minutes a process that decodes is ended from outside, as by a machine that has no memory left. */
async function killDecoders(
  product: StartedProduct,
  around: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await wait(180_000, undefined, { signal }).catch(() => {});
    const victim = listTree(product.serverPid)[1];
    if (signal.aborted || victim === undefined) continue;
    around.answers.allowFaultsFor(30_000);
    process.kill(victim, 'SIGKILL');
  }
}

async function takeSamples(record: SoakRecord, signal: AbortSignal): Promise<void> {
  for (let next = performance.now(); !signal.aborted; next += sampleEveryMs) {
    await wait(Math.max(0, next - performance.now()));
    // A server that is gone ends the run, which is written down all the same.
    await record.sample().catch(error => ended.abort(`a product that cannot be measured: ${error}`));
  }
}

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort(signal));
const serverLog = join(folder, 'server.log');

const mailServer = await startMailServer();
const provider = await startOpenAiStandIn();
const material = await makeMaterial();
{
  const environment = {
    // As behind a proxy on the same machine, so that visitors have addresses of their own.
    TRUST_PROXY: '127.0.0.1',
    OPENAI_API_KEY: 'a-key-of-the-stand-in',
    OPENAI_BASE_URL: provider.baseUrl,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Benshi <benshi@example.org>',
  };
  await using product = await startProduct(environment, line => appendFileSync(serverLog, `${line}\n`));
  void product.ended.then(code => ended.abort(`the product ended with ${code}`));
  const answers = createAnswers();
  // Hours are not to be lost by what a library of the visitors throws where nobody can catch it.
  process.on('uncaughtException', error =>
    answers.note(`a fault of the visitors' own: ${error}`, { status: 0 }, []),
  );
  const around: Surroundings = {
    url: `http://localhost:${product.port}`,
    port: product.port,
    provider,
    answers,
    material,
    random: createSeededRandom(seed),
  };
  const timetable = createTimetable(minutes);
  const record = createRecord({ product, answers, timetable, folder, seed });
  setTimeout(() => ended.abort('the clock'), minutes * 60_000).unref();
  const [lastMailServer] = await Promise.all([
    keepMailServer(() => timetable.now().isMailAway, ended.signal, mailServer),
    killDecoders(product, around, ended.signal),
    takeSamples(record, ended.signal),
    sendVisitors(around, timetable, [...usualVisits, ...troubledVisits], ended.signal),
  ]);
  await record.finish(
    String(ended.signal.reason),
    values.write ? join(root, 'docs', 'images', 'soak.svg') : undefined,
  );
  await lastMailServer.crash();
}
await provider.close();
process.exit();
