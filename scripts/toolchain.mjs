// Shared by all commands of package.json. Plain JavaScript for Node 20, because the machine's own Node runs it before
// anything is installed; Node 24 comes with the installation.
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

/** Node's compile cache, for faster starts. Node ignores it if it is not writable. */
const compileCache = join(root, 'node_modules', '.cache', 'node');

/**
 * Always a production build, also from a test or a developer's shell. The options of mimalloc, the allocator of Vite's bundler, release
 * unused memory: the build then takes 330 MB, not 750, in the same time. https://microsoft.github.io/mimalloc/environment.html
 */
const buildEnvironment = {
  NODE_ENV: 'production',
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
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
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

/** Like {@link run}, but prints a sentence and exits if the command fails. */
export async function runOrExit(sentence, command, args, options) {
  const code = await run(command, args, options);
  if (code === 0) return;
  console.error(`\n${sentence}`);
  process.exit(code);
}

/**
 * Leaves out packages for checks and benchmarks. Without the second option npm keeps most of them, because better-auth
 * lists them as optional peers.
 */
const onlyProduct = ['--omit=dev', '--legacy-peer-deps'];

/**
 * npm keeps downloads in memory until they are unpacked: 780 MB by default, 400 to 560 MB with these options, which take half as long
 * again. On a machine with 1 GB, 700 MB of it free, only the second succeeded; the default was killed.
 */
const thriftyInstallation = {
  args: ['--maxsockets=1'],
  env: { NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=2' },
};

/**
 * Installs what package-lock.json lists, unless exactly that is already installed: the packages for the product and the build of its page,
 * optionally also those for checks and benchmarks.
 */
export async function ensureInstalled({ withTools = false } = {}) {
  const lock = hashFiles(['package-lock.json']);
  const stamps = { product: `${lock} product`, all: `${lock} all` };
  const stamp = readStamp(installStamp);
  if (stamp === stamps.all || (stamp === stamps.product && !withTools)) return;
  console.error('Installing what Benshi needs (once, about a minute) …');
  if (!withTools) await install(['ci', ...onlyProduct, ...thriftyInstallation.args], thriftyInstallation.env);
  // Keeps files that a running server may use; "ci" would remove them first.
  else if (stamp === stamps.product) await install(['install', '--no-save']);
  else await install(['ci']);
  writeFileSync(installStamp, withTools ? stamps.all : stamps.product);
}

async function install(args, env = {}) {
  const failed = 'The installation failed; the lines above say why. Is the npm registry reachable?';
  await runOrExit(failed, 'npm', [...args, '--ignore-scripts', '--loglevel=error'], { quiet: true, env });
  // Only the install script of the package "node" is needed: it installs Node 24.
  await runOrExit(failed, 'npm', ['rebuild', 'node', '--loglevel=error'], { quiet: true, env });
}

/** Builds the page into dist/web unless it was built from exactly these sources. */
export async function ensureBuilt() {
  const wanted = hashFiles(webSources);
  if (readStamp(buildStamp) === wanted) return;
  console.error('Building the page …');
  rmSync(buildStamp, { force: true });
  const failed = 'The page could not be built; the lines above say why.';
  await runOrExit(failed, 'vite', ['build', '--logLevel=warn'], { env: buildEnvironment });
  writeFileSync(buildStamp, wanted);
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A digest of the names and contents of files and folders, without tests. */
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
