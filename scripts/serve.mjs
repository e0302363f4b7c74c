// Keeps the server's process in the foreground: its output, its exit code, and the signals meant for it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/**
 * Runs the project's Node with the given arguments until it ends.
 * @returns {Promise<number>} its exit code
 */
export function serve(args, env = {}) {
  const node = join(root, 'node_modules', '.bin', 'node');
  const child = spawn(node, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // Ctrl+C in a terminal reaches the child by itself, and a second signal would mean "at once".
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  stopWithParent(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/**
 * Ends the child when npm is gone. A signal sent to npm reaches the shell that it runs scripts in, and that shell ends
 * without passing it on; the server would stay behind with nobody to stop it.
 */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  child.once('exit', () => clearInterval(watch));
}
