import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { request } from 'undici';
import { reviewHeader } from '#shared/api/review.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { createAccountClient, makePerson } from '../tests/support/account-client.ts';
import { startServerProcess } from '../tests/support/start-server.ts';
import { type BenchRow, makeFolder, mebibyte } from './measure.ts';
import { watchHealth } from './overload.ts';

const goalMs = 100;
const goalMegabytes = 150;
/** Each load ends then, whatever is answered. */
const longestMs = 60_000;

/**
 * What others get, and what memory the server takes, while somebody reads and writes projects of almost 4 MiB. `BENCH_CHECKOUT` names the
 * folder of another version of this program to measure.
 */
export async function benchLargeProjects(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  const environment = { DATA_DIR: folder.path, TRUST_PROXY: '127.0.0.1,::1' };
  const main = resolve(process.env.BENCH_CHECKOUT ?? '.', 'src/server/main.ts');
  const start = () => startServerProcess(environment, [process.execPath, main]);
  const [ada, bo] = [makePerson(), makePerson()];
  {
    await using server = await start();
    for (const person of [ada, bo]) await createAccountClient(server.url).signUp(person);
    server.process.kill('SIGTERM');
    await server.waitForExit();
  }
  await verifyAll(folder.path);
  await using server = await start();
  const owner = createAccountClient(server.url);
  const other = createAccountClient(server.url);
  await owner.signIn(ada);
  await other.signIn(bo);
  const loads = await prepareLoads(server.url, owner);
  const cookie = [...other.cookies].map(pair => pair.join('=')).join('; ');
  const rows: BenchRow[] = [];
  for (const [what, calls] of Object.entries(loads)) {
    console.error(`  ${what} …`);
    const me = await watchHealth(`${server.url}/api/me`, { cookie });
    const health = await watchHealth(`${server.url}/healthz`);
    const pid = server.process.pid ?? 0;
    const memory = watchMemory(pid);
    const workedBefore = readProcessorSeconds(pid);
    const startedAt = performance.now();
    const statuses = await Promise.all(
      calls.map(call => call(AbortSignal.timeout(longestMs)).catch(() => 0)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const worked = readProcessorSeconds(pid) - workedBefore;
    const [meMs, healthMs] = [find95th(await me.stop()), find95th(await health.stop())];
    const megabytes = memory.stop();
    rows.push({
      what: `${what}: \`/api/me\` and \`/healthz\` for others, the slowest of twenty; memory; processor time; answers`,
      figure: `${meMs} ms, ${healthMs} ms; +${megabytes} MB; ${worked.toFixed(1)} s; ${describe(statuses)} in ${seconds.toFixed(1)} s`,
      goal: `at most ${goalMs} ms, +${goalMegabytes} MB`,
      isMet: Math.max(meMs, healthMs) <= goalMs && megabytes <= goalMegabytes,
    });
  }
  return rows;
}

type Call = (signal: AbortSignal) => Promise<number>;

async function prepareLoads(
  url: string,
  owner: ReturnType<typeof createAccountClient>,
): Promise<Readonly<Record<string, readonly Call[]>>> {
  const project = makeLargeProject();
  const path = `/api/projects/${project.id}`;
  const saved = await owner.send('PUT', path, { document: project, base: 0 });
  if (saved.status !== 200) throw new Error(`The project was refused: ${await saved.text()}`);
  const narrationId = project.narrations[0]?.id;
  const link = await (await owner.post(`${path}/shares`, { narrationId, name: 'Client', days: 7 })).json();
  const secret = new URL(link.url).hash.slice('#link='.length);
  const scopes = ['read projects', 'write projects'];
  const made = await (await owner.post('/api/account/tokens', { name: 'Bench', scopes })).json();
  const authorization = `Bearer ${made.token}`;
  const review =
    (address: string): Call =>
    signal =>
      send(`${url}/api/review`, { headers: { [reviewHeader]: secret, 'x-forwarded-for': address }, signal });
  const tool = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'read_narration', arguments: { project_id: project.id } },
  });
  const mcp =
    (body: unknown): Call =>
    signal =>
      send(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-03-26',
        },
        body: JSON.stringify(body),
        signal,
      });
  const write = JSON.stringify({ document: project, base: 9 });
  const put: Call = signal =>
    send(url + path, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: write,
      signal,
    });
  const read: Call = signal => send(url + path, { headers: { authorization }, signal });
  const repeat = <Each>(times: number, make: (at: number) => Each) =>
    Array.from({ length: times }, (_, at) => make(at));
  return {
    '119 readings of a review link with 4 MB from one address': repeat(119, () => review('198.51.100.1')),
    '800 readings of it from eight addresses': repeat(800, at => review(`198.51.100.${2 + (at % 8)}`)),
    'five batches of 100 readings each by MCP': repeat(5, () => mcp(repeat(100, tool))),
    '200 single readings by MCP': repeat(200, at => mcp(tool(at))),
    '100 readings of a project with 4 MB': repeat(100, () => read),
    '20 writings of a project with 4 MB': repeat(20, () => put),
  };
}

/** @returns the status */
async function send(
  url: string,
  options: Omit<NonNullable<Parameters<typeof request>[1]>, 'signal'> & { readonly signal: AbortSignal },
): Promise<number> {
  const answer = await request(url, { ...options, headersTimeout: 0 });
  await answer.body.dump({ limit: 512 * mebibyte, signal: options.signal });
  return answer.statusCode;
}

function makeLargeProject() {
  const words = ['lighthouse', 'boat', 'waves', 'somebody', 'slowly', 'harbour', 'children'];
  const text = (line: number) =>
    Array.from(
      { length: 14 },
      (_, at) => `${words[(line * 7 + at * 3) % words.length]}${(line * 31 + at * 17) % 997}`,
    ).join(' ');
  const lines = Array.from({ length: 16_500 }, (_, at) => createLine({ text: text(at), startMs: at * 100 }));
  const narrations = [createNarration({ style: 'timed', language: 'English', lines })];
  return { ...createProject('Film'), narrations };
}

async function verifyAll(dataDir: string): Promise<void> {
  await using client = await PGlite.create(join(dataDir, 'database'));
  await client.query('update auth."user" set email_verified = true');
}

/** Of all threads, which a busy machine does not change much. */
function readProcessorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

/** @returns the most that it had more than at the start, in MB, when stopped */
export function watchMemory(pid: number): { stop(): number } {
  const path = `/proc/${pid}/status`;
  // The server may end of what it is measured by.
  const read = () =>
    existsSync(path) ? Number(/VmRSS:\s*(\d+)/u.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1024 : 0;
  const before = read();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(Math.max(most, read()) - before);
    },
  };
}

function find95th(times: readonly number[]): number {
  return Math.round(
    times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN,
  );
}

function describe(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, status => status);
  return [...counts].map(([status, all]) => `${all.length} × ${status || 'none'}`).join(', ');
}
