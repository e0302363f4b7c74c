// Keeps a program's process in the foreground: its output, its exit code, and the signals meant for it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { watchNpm } from './npm-watch.mjs';
import { projectEnvironment, root } from './toolchain.mjs';

const node = join(root, 'node_modules', '.bin', 'node');

/**
 * Runs the project's Node with the given arguments until it ends, in this process where that is possible: a launcher that waits holds
 * 40 MB. Node 20 cannot be replaced by what it runs, nor can any on other systems than Linux, where watching npm needs no process.
 * @returns {Promise<number>} its exit code
 */
export function serve(args, env = {}) {
  const environment = projectEnvironment(env);
  if (process.platform !== 'linux' || process.execve === undefined) return launch(args, environment);
  process.chdir(root);
  const watch = new URL('./end-with-npm.mjs', import.meta.url).href;
  return process.execve(node, [node, '--import', watch, ...args], environment);
}

function launch(args, env) {
  // Through the channel the server hears, whatever happens to this process, that it is gone.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, args, { cwd: root, env, stdio });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // Ctrl+C in a terminal reaches the child by itself, and a second signal would mean "at once".
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  const stopWatching = watchNpm({
    // A signal sent to npm reaches the shell that it runs scripts in, and that shell ends without passing it on.
    onShellGone: () => child.kill('SIGTERM'),
    onNpmGone: () => child.connected && child.disconnect(),
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopWatching();
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}
