/**
 * npm run check-container: does the steps of the Dockerfile without Docker, starts the result as in compose.yaml and as in
 * compose.postgres.yaml (a web server and a worker on a real Postgres), and narrates a video with each. Takes a few minutes; needs the
 * npm registry.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createAccountClient, makePerson } from '../tests/support/account-client.ts';
import { makeTitledClip } from '../tests/support/make-titled-clip.ts';
import { makeVideoForm, postJson } from '../tests/support/requests.ts';
import { findFreePort, startPostgres } from '../tests/support/start-postgres.ts';
import { type BuiltImage, buildWithoutDocker, listPackages } from './container/build-without-docker.ts';

const context = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'benshi-container-'));
chmodSync(folder, 0o755);
const running: ChildProcess[] = [];

try {
  console.log('The steps of the Dockerfile:');
  const image = buildWithoutDocker(context, folder);
  checkPackages(image);
  await checkOneMachine(image);
  await checkProcesses(image);
  console.log('The containers would work: page, narration, mail by the worker, health check, stop.');
} catch (error) {
  // Printed before the clean-up, which takes a while.
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

function checkPackages({ root, workFolder }: BuiltImage): void {
  const { devDependencies } = readManifest('package.json');
  const { dependencies: pageDependencies } = readManifest('src/web/package.json');
  const lock = readManifest('package-lock.json');
  const installed = new Set(listPackages(join(root, workFolder, 'node_modules')));
  const unneeded = [
    ...Object.keys(devDependencies).filter(name => lock.packages[`node_modules/${name}`].dev),
    ...Object.keys(pageDependencies),
  ].filter(name => installed.has(name));
  assert.deepEqual(unneeded, [], 'packages of the page or for developers are in the image');
  const size = execFileSync('du', ['-sm', join(root)], { encoding: 'utf8' }).split('\t')[0];
  console.log(`What the image adds to its base: ${size} MB.`);
}

function readManifest(path: string) {
  return JSON.parse(readFileSync(join(context, path), 'utf8'));
}

async function checkOneMachine(image: BuiltImage): Promise<void> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const server = start(image, 'compose.yaml', 'benshi', { PORT: String(port) });
  await waitUntilReady(url);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  checkHealth(image, port);
  console.log(`compose.yaml: the first answer after ${seconds} s; idle memory ${readMemory(server)}.`);
  await narrate(url);
  assert.equal(await stop(server), 0);
}

async function checkProcesses(image: BuiltImage): Promise<void> {
  await using postgres = await startPostgres();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PUBLIC_URL: url,
    AUTH_SECRET: 'c0nt41ner-ch3ck-0nly-n0t-f0r-anybody',
    DATABASE_URL: await postgres.createDatabase('benshi'),
    PORT: String(port),
  };
  const [web, worker] = (['web', 'worker'] as const).map(name =>
    start(image, 'compose.postgres.yaml', name, settings),
  ) as [ChildProcess, ChildProcess];
  await waitUntilReady(url);
  checkHealth(image, port);
  console.log(`compose.postgres.yaml: idle memory web ${readMemory(web)}, worker ${readMemory(worker)}.`);
  await narrate(url);
  await waitForMail(join(folder, 'worker-data', 'outbox'));
  for (const child of [web, worker]) assert.equal(await stop(child), 0);
}

function checkHealth(image: BuiltImage, port: number): void {
  execFileSync(join(image.programs, 'node'), image.healthCheck.slice(1), {
    env: { PORT: String(port) },
    ...image.user,
  });
}

/** Starts a service with its environment, as the image's user, who may write to nothing but its volumes. */
function start(
  image: BuiltImage,
  file: string,
  name: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const { environment, volumes } = parse(readFileSync(join(context, file), 'utf8'), { merge: true }).services[
    name
  ];
  const paths = (volumes as string[]).map(each => each.split(':')[1] ?? '');
  const place = (path: string) => join(folder, name + path.replaceAll('/', '-'));
  for (const path of paths) {
    const covered = statSync(join(image.root, path));
    mkdirSync(place(path), { mode: covered.mode });
    chownSync(place(path), covered.uid, covered.gid);
  }
  const moved = Object.entries<string>(environment).map(([key, value]) => [
    key,
    paths.includes(value) ? place(value) : value,
  ]);
  const env = { ...image.environment, ...Object.fromEntries(moved), HOST: '127.0.0.1', ...settings };
  const [program = '', ...args] = image.command;
  const cwd = join(image.root, image.workFolder);
  const child = spawn(join(image.programs, program), args, { cwd, env, ...image.user, stdio: 'inherit' });
  running.push(child);
  return child;
}

async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('The server did not become ready.');
}

async function narrate(url: string): Promise<void> {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /<div id="root">/u);
  const person = createAccountClient(url);
  assert.equal((await person.signUp(makePerson())).status, 200);
  const written = await person.postForm(
    '/create_script',
    makeVideoForm(await makeTitledClip({ seconds: 8 })),
  );
  const { script } = (await written.json()) as { script: string };
  assert.match(script, /\w+ \w+/u, 'a script was written');
  const spoken = await postJson(`${url}/api/free/speech`, { script, voice: 'nova', language: 'English' });
  const sound = await spoken.bytes();
  assert.equal(spoken.headers.get('content-type'), 'audio/mpeg');
  console.log(`Narrated: "${script}" (${sound.length} bytes of mp3)`);
}

async function waitForMail(outbox: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mails = await readdir(outbox).catch(() => []);
    if (mails.some(name => name.endsWith('.eml'))) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('The worker sent no mail.');
}

async function stop(child: ChildProcess): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exit;
  return code;
}

function readMemory({ pid }: ChildProcess): string {
  const [, kilobytes] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return `${Math.round(Number(kilobytes) / 1024)} MB`;
}
