import { resolve } from 'node:path';
import { createAccountClient, makePerson } from '../tests/support/account-client.ts';
import { makeToneMp3 } from '../tests/support/make-mp3.ts';
import { startOpenAiStandIn } from '../tests/support/openai-stand-in.ts';
import { testKey } from '../tests/support/provider-calls.ts';
import { startServerProcess } from '../tests/support/start-server.ts';
import { watchMemory } from './large-projects.ts';
import { type BenchRow, makeFolder } from './measure.ts';
import { nameVisitor } from './narration-cost.ts';
import { watchHealth } from './overload.ts';

const goalMs = 100;
const goalMegabytes = 50;
const longestMs = 60_000;

/** What others wait, and what memory the server takes, for answers and texts made to be long work. `BENCH_CHECKOUT` as for large projects. */
export async function benchHostileWork(): Promise<BenchRow[]> {
  const provider = await startOpenAiStandIn();
  const main = resolve(process.env.BENCH_CHECKOUT ?? '.', 'src/server/main.ts');
  const sound = await makeToneMp3({ hz: 440, seconds: 5 });
  const rows: BenchRow[] = [];
  for (const [what, load] of Object.entries(makeLoads(provider, sound))) {
    await using folder = await makeFolder();
    const environment = {
      DATA_DIR: folder.path,
      TRUST_PROXY: '127.0.0.1,::1',
      OPENAI_API_KEY: testKey,
      OPENAI_BASE_URL: provider.baseUrl,
      FREE_NARRATIONS_PER_DAY: '1000',
    };
    await using server = await startServerProcess(environment, [process.execPath, main]);
    provider.reset();
    await load.warmUp(server.url);
    load.prepare?.();
    const health = await watchHealth(`${server.url}/healthz`);
    const memory = watchMemory(server.process.pid ?? 0);
    const startedAt = performance.now();
    const statuses = await load.run(server.url).catch(() => [0]);
    const seconds = (performance.now() - startedAt) / 1000;
    const isAlive = server.process.exitCode === null && server.process.signalCode === null;
    const times = await health.stop();
    const [slowest, megabytes] = [Math.round(Math.max(...times)), memory.stop()];
    rows.push({
      what: `${what}: \`/healthz\` meanwhile, the slowest; memory; answers`,
      figure: `${slowest} ms; +${megabytes} MB; ${[...new Set(statuses)].join(', ')} in ${seconds.toFixed(1)} s${isAlive ? '' : '; the server died'}`,
      goal: `at most ${goalMs} ms, +${goalMegabytes} MB`,
      isMet: slowest <= goalMs && megabytes <= goalMegabytes,
    });
    console.error(`  ${what}: ${rows.at(-1)?.figure}`);
  }
  await provider.close();
  return rows;
}

interface Load {
  /** The same kind of call, so that what is loaded with the first is not counted. */
  warmUp(url: string): Promise<unknown>;
  prepare?(): void;
  run(url: string): Promise<number[]>;
}

function makeLoads(
  provider: Awaited<ReturnType<typeof startOpenAiStandIn>>,
  sound: Buffer,
): Readonly<Record<string, Load>> {
  const json = (url: string, body: unknown) =>
    send(url, typeof body === 'string' ? body : JSON.stringify(body), 'application/json');
  const hear = (url: string, file: Buffer) => {
    const form = new FormData();
    form.append('sound', new Blob([Uint8Array.from(file)], { type: 'audio/mpeg' }), 'sound.mp3');
    return send(`${url}/api/free/transcript`, form);
  };
  const say = (url: string, script: string, pronunciations: object[]) =>
    json(`${url}/api/free/speech`, { script, voice: 'nova', language: 'English', pronunciations });
  const fitRows = (url: string, rows: number) =>
    json(`${url}/api/free/fit`, {
      script: times(
        rows,
        at => `[${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}] Row ${at}.`,
      ).join('\n'),
      durationSeconds: rows,
      voice: 'nova',
      language: 'English',
    });
  const translate = (url: string) =>
    json(`${url}/api/free/translate`, { language: 'French', lines: [{ id: 'a', text: 'A boat leaves.' }] });
  let cookie = '';
  const writeProject = async (url: string, document: string) => {
    const headers = { cookie, origin: url, 'content-type': 'application/json' };
    const body = `{"base":0,"document":${document}}`;
    const path = `${url}/api/projects/${crypto.randomUUID()}`;
    return (await fetch(path, { method: 'PUT', headers, body })).status;
  };
  const terms = times(1000, at => ({ term: `word${at}`, say: 'x' }));
  const text = times(14_000, at => `word${at % 2000}`)
    .join(' ')
    .slice(0, 99_000);
  return {
    'an answer of 7,000 overlapping segments with words': {
      warmUp: url => hear(url, sound),
      prepare: () =>
        provider.always('transcription', ({ response }) => {
          const words = times(7000, at => ({ word: 'a', start: at / 1400, end: at / 1400 + 0.1 }));
          const segments = times(7000, at => ({ id: at, start: 0, end: 5, text: 'a a a' }));
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ text: 'a', language: 'english', duration: 5, segments, words }));
        }),
      run: async url => [await hear(url, sound)],
    },
    'a translation of 100,000 line breaks': {
      warmUp: translate,
      prepare: () =>
        provider.always('script', ({ response }) => {
          const chunk = (content: string) =>
            `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o', choices: [{ index: 0, delta: { content } }] })}\n\n`;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          for (let at = 0; at < 1000; at++) response.write(chunk('\n'.repeat(100)));
          response.end('data: [DONE]\n\n');
        }),
      run: async url => [await translate(url)],
    },
    '1,000 pronunciations over 99,000 characters': {
      warmUp: url => say(url, 'A boat.', [{ term: 'boat', say: 'bote' }]),
      run: async url => [await say(url, text, terms)],
    },
    '4 MB of deep JSON as a project': {
      warmUp: async url => {
        const owner = createAccountClient(url);
        await owner.signUp(makePerson());
        cookie = [...owner.cookies].map(pair => pair.join('=')).join('; ');
        await writeProject(url, '{}');
      },
      run: async url => [await writeProject(url, `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`)],
    },
    '5 MB that is no mp3': {
      warmUp: url => hear(url, sound),
      run: async url => [await hear(url, Buffer.concat([sound, Buffer.alloc(4_800_000, 'I')]))],
    },
    'fitting 200 rows in 20 calls': {
      warmUp: url => fitRows(url, 2),
      run: async url => Promise.all(times(20, () => fitRows(url, 200))),
    },
  };
}

async function send(url: string, body: string | FormData, type?: string): Promise<number> {
  const headers = { 'x-forwarded-for': nameVisitor(), ...(type && { 'content-type': type }) };
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(longestMs) });
  await answer.arrayBuffer();
  return answer.status;
}

function times<Each>(count: number, make: (at: number) => Each): Each[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
