import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './toolchain.mjs';

const debianChromium = '/usr/bin/chromium';

/**
 * A Chromium for the browser tests: the one in CHROMIUM_PATH, Debian's, Playwright's own (downloaded if its site can be
 * reached), or Debian's installed now, which needs root.
 * @returns {Promise<string>} the path of its executable
 * @throws {Error} says how to get one
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (existsSync(debianChromium)) return debianChromium;
  return (await findPlaywrightChromium()) ?? (await installDebianChromium());
}

async function findPlaywrightChromium() {
  const ask = ['-e', 'process.stdout.write(require("@playwright/test").chromium.executablePath())'];
  const path = execFileSync(join(root, 'node_modules', '.bin', 'node'), ask, { cwd: root, encoding: 'utf8' });
  if (existsSync(path)) return path;
  console.error('No Chromium found; asking Playwright for one …');
  const code = await run('playwright', ['install', 'chromium'], { quiet: true });
  return code === 0 && existsSync(path) ? path : undefined;
}

async function installDebianChromium() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing the Debian package "chromium" …');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { quiet: true });
    if (existsSync(debianChromium)) return debianChromium;
  }
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.');
}
