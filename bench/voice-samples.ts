import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenAiStandIn, startOpenAiStandIn } from '../tests/support/openai-stand-in.ts';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { type Environment, startTestServer, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';

const maxCachedMs = 5;
const rounds = 400;
const warmUps = 50;
const people = 100;
const path = '/api/voices/Charlotte/sample.mp3';

/** What a voice's sample costs that was heard before, and how often one is made for many who ask at once. */
export async function benchVoiceSamples(): Promise<BenchRow[]> {
  const provider = await startOpenAiStandIn();
  try {
    await using postgres = await startPostgres();
    const onPostgres = { DATABASE_URL: await postgres.createDatabase('benshi'), AUTH_SECRET: testSecret };
    return [
      ...(await benchOn('embedded database', provider, {})),
      ...(await benchOn('Postgres', provider, onPostgres)),
    ];
  } finally {
    await provider.close();
  }
}

async function benchOn(
  place: string,
  provider: OpenAiStandIn,
  environment: Environment,
): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-bench-'));
  try {
    await using server = await startTestServer({
      environment: { ...environment, DATA_DIR: folder, OPENAI_BASE_URL: provider.baseUrl },
    });
    return [await benchMany(place, provider, server.url + path), await benchCached(place, server.url)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchMany(place: string, provider: OpenAiStandIn, url: string): Promise<BenchRow> {
  provider.reset();
  const answers: Response[] = [];
  const ms = await timeMs(() => Promise.all(Array.from({ length: people }, () => hear(url, answers))));
  const heard = new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag')}`));
  const made = provider.requests.length;
  return {
    what: `${people} first requests for a voice's sample at once, ${place}`,
    figure: `${made} synthesis, all answered after ${ms.toFixed(0)} ms`,
    goal: 'exactly 1 synthesis',
    isMet: made === 1 && heard.size === 1 && answers.every(({ ok }) => ok),
  };
}

/** Beside it a request that reads nothing, because a busy machine makes both slower. */
async function benchCached(place: string, origin: string): Promise<BenchRow> {
  const times = { sample: [] as number[], nothing: [] as number[] };
  let bytes = 0;
  for (let round = -warmUps; round < rounds; round += 1) {
    const sampleMs = await timeMs(async () => {
      bytes = await hear(origin + path, []);
    });
    const nothingMs = await timeMs(async () => (await fetch(`${origin}/api/password-policy`)).bytes());
    if (round < 0) continue;
    times.sample.push(sampleMs);
    times.nothing.push(nothingMs);
  }
  const ms = median(times.sample);
  return {
    what: `a voice's sample that was heard before, ${place}`,
    figure: `${ms.toFixed(2)} ms for ${Math.round(bytes / 1000)} kB; ${median(times.nothing).toFixed(2)} ms for a request that reads nothing`,
    goal: `under ${maxCachedMs} ms`,
    isMet: ms < maxCachedMs,
  };
}

/** @returns the bytes of the sound */
async function hear(url: string, answers: Response[]): Promise<number> {
  const answer = await fetch(url);
  answers.push(answer);
  return (await answer.bytes()).length;
}
