import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';

export const narrateCommand = fileURLToPath(new URL('../../src/cli/narrate.ts', import.meta.url));
const runFile = promisify(execFile);

/** Environment of the command line: a test's folder and its own cache. */
export function narrateSurroundings(folder: string, settings: Readonly<Record<string, string>> = {}) {
  return { cwd: folder, env: { ...childEnvironment, XDG_CACHE_HOME: `${folder}/cache`, ...settings } };
}

/** Runs the command line. @returns its output. @throws with `code` and `stderr` */
export async function runNarrate(
  folder: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await runFile(process.execPath, [narrateCommand, ...args], narrateSurroundings(folder, settings)))
    .stderr;
}
