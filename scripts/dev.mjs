// npm run dev: the server restarts and the page reloads when a file changes. Open the address that Vite prints.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { watchNpm } from './npm-watch.mjs';
import { ensureInstalled, root } from './toolchain.mjs';

await ensureInstalled();
const commands = [
  ['node', '--watch', 'src/server/main.ts'],
  ['vite', '--clearScreen=false'],
];
const children = commands.map(command => fork(join(root, 'scripts', 'end-with-launcher.mjs'), command));
const end = () => {
  for (const child of children) if (child.connected) child.disconnect();
};
// The terminal sends Ctrl+C to both children; this process only waits for them.
process.on('SIGINT', () => {});
process.on('SIGTERM', end);
watchNpm({ onShellGone: end, onNpmGone: end });
const ends = children.map(child => new Promise(resolve => child.once('exit', code => resolve(code ?? 1))));
process.exitCode = Math.max(...(await Promise.all(ends)));
process.exit();
