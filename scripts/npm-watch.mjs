// Finds and watches the npm that started this process, usually through a shell. Neither sends a signal when it is killed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const everyMs = 100;
const shells = /(?:^|\/)(?:ba|da|k|z|a)?sh$/;

/**
 * Calls back once, when the shell that runs this process is gone, or else the npm that runs the shell.
 * @returns {() => void} stops watching
 */
export function watchNpm({ onShellGone, onNpmGone }) {
  const shell = process.ppid;
  const npm = findNpm(shell);
  const watch = setInterval(() => {
    const isShellGone = process.ppid !== shell;
    if (!isShellGone && (npm === undefined || describeProcess(shell)?.parent === npm)) return;
    clearInterval(watch);
    if (isShellGone) onShellGone();
    else onNpmGone();
  }, everyMs);
  // The watch must not keep the process alive.
  watch.unref();
  return () => clearInterval(watch);
}

/** The npm above a shell. There is none if npm runs this process directly, or if npm did not start it. */
function findNpm(shell) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const found = describeProcess(shell);
  return found && shells.test(found.name) ? found.parent : undefined;
}

/** @returns {{ name: string, parent: number } | undefined} undefined if it cannot be read */
function describeProcess(pid) {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^\d+ \((.*)\) \S+ (\d+) [\s\S]*$/, '$2 $1')
        : execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [, parent, name] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
