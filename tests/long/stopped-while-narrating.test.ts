import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeAnalysisForm, makeVideoForm, postJson, wantsProgress } from '../support/requests.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createServerProcesses } from '../support/server-processes.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import type { ServerProcess } from '../support/start-server.ts';

/*
Stops a server at 20 random times while it narrates: with a quick provider, with a silent one, and with an impatient
operator. SEED changes the times.
*/

const seed = Number(process.env.SEED ?? 9);
const points = 8;
/** The goal is 30 s, plus time for a busy machine. */
const maxExitMs = 45_000;

const video = new Uint8Array(readFileSync(new URL('../media/turned-phone.mp4', import.meta.url)));
const random = createSeededRandom(seed);
const processes = createServerProcesses();
afterAll(() => processes.end());

type Kind = 'soon' | 'never' | 'twice';

interface Point {
  readonly kind: Kind;
  /** From the first provider call to the signal. */
  readonly signalAfterMs: number;
  /** How long the provider thinks; a silent one thinks for ever. */
  readonly thinksMs: number;
  /** Whether it has started to answer by then. */
  readonly hasBegun: boolean;
}

interface Stop {
  readonly kind: Kind;
  readonly notReadyMs: number;
  readonly exitMs: number;
  readonly code: number | string;
  readonly answers: readonly string[];
}

const kinds: readonly Kind[] = ['soon', 'soon', 'never', 'twice'];
const all: readonly Point[] = Array.from({ length: points }, (_, index) => ({
  kind: kinds[index % kinds.length] ?? 'soon',
  signalAfterMs: random() * 1500,
  thinksMs: 500 + random() * 4000,
  hasBegun: random() < 0.5,
}));

/** Thinks for a while, in some cases after the first half of the answer. */
function think({ kind, thinksMs, hasBegun }: Point): Behaviour {
  return async ({ response, normal }) => {
    response.writeHead(200, { 'content-type': normal.mediaType });
    const half = hasBegun ? Math.floor(normal.body.length / 2) : 0;
    response.write(normal.body.subarray(0, half));
    response.flushHeaders();
    if (kind !== 'soon') return;
    await sleep(thinksMs);
    response.end(normal.body.subarray(half));
  };
}

/** All kinds of work at once, by outcome. */
function narrate(url: string, cookie: string): Promise<string>[] {
  const script = { analysis: 'A dog runs.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };
  const speech = { script: 'A dog runs. It barks.', voice: 'nova', language: 'English' };
  const post = (path: string, body: FormData, headers = {}) =>
    fetch(url + path, { method: 'POST', body, headers: { cookie, ...headers } });
  const asked = [
    postJson(`${url}/api/free/script`, script),
    postJson(`${url}/api/free/script`, script, { headers: wantsProgress }),
    postJson(`${url}/api/free/script`, script, { headers: { ...wantsProgress, 'idempotency-key': 'one' } }),
    postJson(`${url}/api/free/speech`, speech),
    postJson(`${url}/api/free/speech`, speech, { headers: wantsProgress }),
    makeAnalysisForm().then(form => post('/api/free/analysis', form)),
    post('/create_script', makeVideoForm(video)),
    post('/create_script', makeVideoForm(video), wantsProgress),
  ];
  return asked.map(each => each.then(describeAnswer, () => 'no answer'));
}

async function describeAnswer(answer: Response): Promise<string> {
  const isSound = answer.headers.get('content-type') === 'audio/mpeg';
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return isSound ? 'cut sound' : 'cut answer';
  if (isSound) return 'whole';
  const lines = text.trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '{}');
  if (!('error' in last)) return 'whole';
  const isUnavailable = last.error.code === 'unavailable';
  const saysWhen = answer.status === 200 || answer.headers.has('retry-after');
  return isUnavailable && saysWhen ? 'retry later' : JSON.stringify(last);
}

/** Polls until the server is not ready. */
async function waitUntilNotReady(url: string): Promise<number> {
  const startedAt = performance.now();
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      answer => answer.status === 200,
      () => false,
    );
  while (await isReady()) await sleep(1);
  return performance.now() - startedAt;
}

async function stopAt(point: Point): Promise<Stop> {
  const provider = await startOpenAiStandIn();
  try {
    const server = await processes.start({ OPENAI_BASE_URL: provider.baseUrl });
    const cookie = await signUpForCookie(server.url);
    return await stopNarrating(point, { provider, server, cookie });
  } finally {
    await provider.close();
  }
}

async function stopNarrating(
  point: Point,
  { provider, server, cookie }: { provider: OpenAiStandIn; server: ServerProcess; cookie: string },
): Promise<Stop> {
  for (const call of ['vision', 'script', 'speech'] as const) provider.always(call, think(point));
  const asked = provider.waitForRequest('script');
  const narrations = narrate(server.url, cookie);
  await asked;
  await sleep(point.signalAfterMs);
  server.process.kill('SIGTERM');
  let signalledAt = performance.now();
  const notReadyMs = await waitUntilNotReady(server.url);
  if (point.kind === 'twice') {
    await sleep(point.thinksMs / 4);
    signalledAt = performance.now();
    server.process.kill('SIGTERM');
  }
  const code = await server.waitForExit();
  const exitMs = performance.now() - signalledAt;
  return { kind: point.kind, notReadyMs, exitMs, code, answers: await Promise.all(narrations) };
}

test('a server that is stopped while it narrates ends cleanly', {
  timeout: 3600_000,
}, async () => {
  const stops: Stop[] = [];
  for (const point of all) stops.push(await stopAt(point));

  const of = (kind: Kind) => stops.filter(stop => stop.kind === kind);
  const slowest = (times: number[]) => `${(Math.max(...times) / 1000).toFixed(2)} s`;
  const count = (kind: Kind) =>
    Object.entries(
      Object.groupBy(
        of(kind).flatMap(({ answers }) => answers),
        each => each,
      ),
    );
  for (const kind of new Set(kinds))
    console.log(
      `${of(kind).length} times "${kind}" (seed ${seed}): /readyz 503 after at most ${slowest(of(kind).map(each => each.notReadyMs))}, ` +
        `exit after at most ${slowest(of(kind).map(each => each.exitMs))}; answers: ` +
        count(kind)
          .map(([what, list]) => `${list?.length} ${what}`)
          .join(', '),
    );
  for (const { kind, code, exitMs, answers } of stops) {
    expect([kind, code]).toEqual([kind, kind === 'twice' ? 1 : 0]);
    expect(exitMs).toBeLessThan(kind === 'twice' ? 5000 : maxExitMs);
    if (kind === 'twice') continue;
    // Sound that has begun can only show a failure at its end.
    for (const answer of answers) expect(['whole', 'retry later', 'cut sound']).toContain(answer);
  }
  expect(of('soon').flatMap(({ answers }) => answers)).toContain('whole');
  expect(of('never').flatMap(({ answers }) => answers)).not.toContain('whole');
  expect(of('never').flatMap(({ answers }) => answers)).toContain('retry later');
});
