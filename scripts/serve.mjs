// Keeps a program's process in the foreground: passes on its output, its exit code and signals.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { watchNpm } from './npm-watch.mjs';
import { projectEnvironment, root } from './toolchain.mjs';

const node = join(root, 'node_modules', '.bin', 'node');

/**
 * Runs the project's Node with the given arguments until it ends. Replaces this process where possible, as a waiting launcher holds 40 MB.
 * Not possible on Node 20, or on systems other than Linux, where npm can only be watched with another process.
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
  // The IPC channel closes when this process is gone for any reason, so that the server notices.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, args, { cwd: root, env, stdio });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // The terminal sends Ctrl+C to the child too; a second signal would mean "stop at once".
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  const stopWatching = watchNpm({
    // npm sends signals to the shell of the script, which exits without passing them on.
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
