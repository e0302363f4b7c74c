import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './toolchain.mjs';

/** Debian's packages. The headless shell starts faster and takes a third less time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const debianChromium = '/usr/bin/chromium';

/**
 * A Chromium for the browser tests: the one in CHROMIUM_PATH, Debian's headless shell, installed now if this is root on
 * Debian, Debian's Chromium, or Playwright's own, downloaded if its site can be reached.
 * @returns {Promise<string>} the path of its executable
 * @throws {Error} says how to get one
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (!existsSync(headlessShell)) await installDebianPackages(['chromium-headless-shell']);
  const found = [headlessShell, debianChromium].find(existsSync) ?? (await findPlaywrightChromium());
  if (found) return found;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.');
}

async function findPlaywrightChromium() {
  const ask = ['-e', 'process.stdout.write(require("@playwright/test").chromium.executablePath())'];
  const path = execFileSync(join(root, 'node_modules', '.bin', 'node'), ask, { cwd: root, encoding: 'utf8' });
  if (existsSync(path)) return path;
  console.error('No Chromium found; asking Playwright for one …');
  const code = await run('playwright', ['install', 'chromium'], { quiet: true });
  return code === 0 && existsSync(path) ? path : undefined;
}

/** Debian's packages of the browsers that are no Chromium, with what they need to play H.264 and AAC and to run without a screen. */
const otherBrowsers = [
  'firefox-esr',
  'webkit2gtk-driver',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-libav',
  'xvfb',
];
const otherPrograms = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];

/** Installs Firefox and WebKitGTK if this is root on Debian; where they are missing, their tests say so. */
export async function installOtherBrowsers() {
  if (!otherPrograms.every(existsSync)) await installDebianPackages(otherBrowsers);
}

async function installDebianPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing from Debian: ${names.join(', ')} …`);
  const quickly = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];
  await run('apt-get', ['update', ...quickly], { quiet: true });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names, ...quickly], { quiet: true });
}
