import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './toolchain.mjs';

const debianPrometheus = '/usr/bin/prometheus';
const fetchedFolder = join(root, 'node_modules', '.cache', 'prometheus');
const fetchedPrometheus = join(fetchedFolder, 'usr', 'bin', 'prometheus');

/**
 * A Prometheus for the tests of alerts: the one named by PROMETHEUS_PATH, Debian's, or that of Debian's package, which is only
 * unpacked: its installation would start a service.
 * @returns {Promise<string>} the path of its executable; promtool lies beside it
 * @throws {Error} a sentence that says what to do when there is none
 */
export async function findPrometheus() {
  const named = process.env.PROMETHEUS_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`PROMETHEUS_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (existsSync(debianPrometheus)) return debianPrometheus;
  if (!existsSync(fetchedPrometheus)) await fetchDebianPrometheus();
  if (existsSync(fetchedPrometheus)) return fetchedPrometheus;
  throw new Error(
    'The tests of alerts need Prometheus: install it, or set PROMETHEUS_PATH to its executable.',
  );
}

/** 19 MB. */
async function fetchDebianPrometheus() {
  if (!existsSync('/usr/bin/apt-get')) return;
  console.error('Fetching the Debian package "prometheus" …');
  // What is known of packages may be old, and only root may ask anew.
  if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'], { quiet: true });
  mkdirSync(fetchedFolder, { recursive: true });
  // As whoever runs this: the user whom apt takes for it otherwise may not write there.
  const download = 'apt-get download -qq -o APT::Sandbox::User="$(id -un)" prometheus';
  const steps = `cd "$0" && ${download} && dpkg-deb --extract ./prometheus_*.deb .`;
  await run('sh', ['-c', steps, fetchedFolder], { quiet: true });
}
