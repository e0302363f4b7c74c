import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { request } from 'undici';
import { serverFlags } from '../scripts/server-flags.mjs';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { type ServerProcess, startServerProcess, testSecret } from '../tests/support/start-server.ts';
import type { BenchRow } from './measure.ts';

const framesPerNarration = 10;
const atOnce = 8;
const warmUps = 300;
const narrations = 1000;
const maxCpuMs = 10;
const minPerSecond = 120;

/** Processor time of one narration by a provider, and narrations per second: provider, client and Postgres run on the same machine. */
export async function benchNarrationCost(): Promise<BenchRow[]> {
  await using started = await startProvidedServer();
  const { server } = started;
  const form = await makeForm();
  await narrateMany(server, form, warmUps);
  const before = readProcessorMs(server);
  const startedAt = performance.now();
  await narrateMany(server, form, narrations);
  const seconds = (performance.now() - startedAt) / 1000;
  await setTimeout(500);
  const cpuMs = (readProcessorMs(server) - before) / narrations;
  const perSecond = narrations / seconds;
  return [
    {
      what: 'processor time of the server for a narration by a provider: ten pictures, script, speech; such narrations a second with client, provider and Postgres on the same two cores',
      figure: `${cpuMs.toFixed(1)} ms, ${perSecond.toFixed(0)} a second`,
      goal: `at most ${maxCpuMs} ms, at least ${minPerSecond} a second`,
      isMet: cpuMs <= maxCpuMs && perSecond >= minPerSecond,
    },
  ];
}

/** A server with its own Postgres and a provider that answers at once. */
export async function startProvidedServer(): Promise<{ readonly server: ServerProcess } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const child = spawn(process.execPath, [providerFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  stack.defer(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  const postgres = stack.use(await startPostgres());
  const environment = {
    DATABASE_URL: await postgres.createDatabase('benshi'),
    AUTH_SECRET: testSecret,
    OPENAI_BASE_URL: String(line).split('=')[1] ?? '',
    TRUST_PROXY: '127.0.0.1',
    ...benchedEnvironment,
  };
  const server = stack.use(await startServerProcess(environment, benchedServer));
  const started = stack.move();
  return { server, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** The environment that `npm start` sets. */
export const benchedEnvironment = { NODE_ENV: 'production', MALLOC_MMAP_THRESHOLD_: '32768' };

/** The command that `npm start` runs. */
export const benchedServer: readonly [string, ...string[]] = [
  process.execPath,
  ...serverFlags,
  fileURLToPath(new URL('../src/server/main.ts', import.meta.url)),
];
const providerFile = fileURLToPath(new URL('../tests/support/openai-stand-in.ts', import.meta.url));

/** A multipart form, encoded. */
export interface SentForm {
  readonly type: string;
  readonly body: Buffer;
}

/** Ten frames of the size that browsers send: 27 kB each. */
export async function makeForm(): Promise<SentForm> {
  const form = new FormData();
  form.set('prompt', 'Tell it as a story');
  form.set('durationSeconds', '30');
  for (let index = 0; index < framesPerNarration; index += 1) {
    const noise = { type: 'gaussian', mean: 120 + index, sigma: 12 } as const;
    const picture = sharp({ create: { width: 768, height: 432, channels: 3, background: '#808890', noise } });
    const jpeg = Uint8Array.from(await picture.jpeg({ quality: 60 }).toBuffer());
    form.append('seconds', String(index * 3));
    form.append('frames', new Blob([jpeg], { type: 'image/jpeg' }), `${index}.jpg`);
  }
  const made = new Response(form);
  return { type: made.headers.get('content-type') ?? '', body: Buffer.from(await made.arrayBuffer()) };
}

let lastVisitor = 0;

/** A new client address. */
export function nameVisitor(): string {
  lastVisitor += 1;
  return `10.${lastVisitor >> 16}.${(lastVisitor >> 8) & 255}.${lastVisitor & 255}`;
}

export async function narrateMany(server: ServerProcess, form: SentForm, count: number): Promise<void> {
  let left = count;
  const visit = async () => {
    while (left-- > 0) await narrate(server.url, form);
  };
  await Promise.all(Array.from({ length: atOnce }, visit));
}

/** Each visitor has its own address. The form is encoded once, as that is the browser's work and not the server's. */
export async function narrate(url: string, form: SentForm): Promise<void> {
  const from = nameVisitor();
  const post = async (path: string, type: string, body: Buffer | string): Promise<Buffer> => {
    const headers = { 'x-forwarded-for': from, 'content-type': type };
    const { statusCode, body: answer } = await request(url + path, { method: 'POST', headers, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (statusCode !== 200)
      throw new Error(`${path} answered ${statusCode}: ${bytes.toString().slice(0, 300)}`);
    return bytes;
  };
  const seen = await post('/api/free/analysis', form.type, form.body);
  const { analysis } = JSON.parse(seen.toString()) as { analysis: string };
  const requested = { analysis, prompt: 'Tell it as a story', language: 'English', durationSeconds: 30 };
  const written = await post('/api/free/script', 'application/json', JSON.stringify(requested));
  const { script } = JSON.parse(written.toString()) as { script: string };
  const spoken = { script, voice: 'alloy', language: 'English' };
  await post('/api/free/speech', 'application/json', JSON.stringify(spoken));
}

/** Time of all threads of the process, in user and system mode. */
function readProcessorMs({ process: { pid } }: ServerProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
