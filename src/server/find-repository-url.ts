import { readFileSync } from 'node:fs';

const gitConfig = new URL('../../.git/config', import.meta.url);

/**
 * The web address of the repository that this folder was cloned from, without credentials.
 * @returns undefined if it is no clone, or a clone of a local folder
 */
export function findRepositoryUrl(file: string | URL = gitConfig): string | undefined {
  const lines = readLines(file);
  const section = lines.indexOf('[remote "origin"]');
  const remote = section < 0 ? undefined : lines.slice(section).find(line => line.startsWith('url = '));
  if (!remote) return undefined;
  // git@example.org:path is short for ssh://git@example.org/path.
  const address = remote.slice('url = '.length).replace(/^(\w+@[\w.-]+):([^/])/u, 'ssh://$1/$2');
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(address);
  const path = pathname.replace(/\.git\/?$/u, '');
  if (/^https?:$/u.test(protocol)) return `${protocol}//${host}${path}`;
  return /^(ssh|git):$/u.test(protocol) ? `https://${hostname}${path}` : undefined;
}

function readLines(file: string | URL): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map(line => line.trim());
  } catch {
    return [];
  }
}
