// What every command of package.json needs first. Plain JavaScript for Node 20, because the machine's own Node runs
// it before anything is installed; Node 24 comes with the installation.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const installStamp = join(root, 'node_modules', '.benshi-installed');
const buildStamp = join(root, 'dist', '.built-from');
const webSources = [
  'src/web',
  'src/shared',
  'src/media',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Where Node keeps what it compiled, so that the next start is quicker; where it cannot be written Node does without. */
const compileCache = join(root, 'node_modules', '.cache', 'node');

/**
 * What Vite's bundler, whose memory is mimalloc's, needs to give back what it no longer uses: the build then takes 330 MB, not 750, as long.
 * https://microsoft.github.io/mimalloc/environment.html
 */
const thriftyBuild = {
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  NODE_OPTIONS: '--max-semi-space-size=2',
};

/** The environment in which `node` is the project's Node 24. */
export function projectEnvironment(extra = {}) {
  const path = join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? '');
  return { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...extra };
}

/**
 * Runs a command to its end with the project's Node first on the path.
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: projectEnvironment(env),
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
      shell: process.platform === 'win32',
    });
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

/** Like {@link run}, and ends this process with a sentence when the command fails. */
export async function runOrExit(sentence, command, args, options) {
  const code = await run(command, args, options);
  if (code === 0) return;
  console.error(`\n${sentence}`);
  process.exit(code);
}

/** Without what only checks and measures; without the switch npm would keep most of that, because better-auth names it as packages that it could work with. */
const onlyProduct = ['--omit=dev', '--legacy-peer-deps'];

/**
 * npm holds what it fetched until it is unpacked: 780 MB for the product in its usual way, 400 to 560 MB in this one, which takes half as long again.
 * Of a machine with 1 GB the system has its share too: with 700 MB left the usual way was killed, and this one not.
 */
const thriftyInstallation = {
  args: ['--maxsockets=1'],
  env: { NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=2' },
};

/**
 * Installs what package-lock.json lists, unless exactly that is installed already: what the product and the build of its page need, or with it
 * what checks and measures them.
 */
export async function ensureInstalled({ withTools = false } = {}) {
  const lock = hashFiles(['package-lock.json']);
  const stamps = { product: `${lock} product`, all: `${lock} all` };
  const stamp = readStamp(installStamp);
  if (stamp === stamps.all || (stamp === stamps.product && !withTools)) return;
  console.error('Installing what Benshi needs (once, about a minute) …');
  if (!withTools) await install(['ci', ...onlyProduct, ...thriftyInstallation.args], thriftyInstallation.env);
  // What a server of this folder may be running from stays where it is; "ci" would remove it first.
  else if (stamp === stamps.product) await install(['install', '--no-save']);
  else await install(['ci']);
  writeFileSync(installStamp, withTools ? stamps.all : stamps.product);
}

async function install(args, env = {}) {
  const failed = 'The installation failed; the lines above say why. Is the npm registry reachable?';
  await runOrExit(failed, 'npm', [...args, '--ignore-scripts', '--loglevel=error'], { quiet: true, env });
  // Only the package "node" has an install script that we need: it puts Node 24 in place.
  await runOrExit(failed, 'npm', ['rebuild', 'node', '--loglevel=error'], { quiet: true, env });
}

/** Builds the page into dist/web, unless it was built from exactly these sources. */
export async function ensureBuilt() {
  const wanted = hashFiles(webSources);
  if (readStamp(buildStamp) === wanted) return;
  console.error('Building the page …');
  rmSync(buildStamp, { force: true });
  const failed = 'The page could not be built; the lines above say why.';
  await runOrExit(failed, 'vite', ['build', '--logLevel=warn'], { env: thriftyBuild });
  writeFileSync(buildStamp, wanted);
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A digest over the names and contents of files and folders, tests left out. */
function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute).flatMap(name => listFiles(join(path, name)));
}
