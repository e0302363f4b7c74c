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
const keepers = commands.map(command => fork(join(root, 'scripts', 'end-with-launcher.mjs'), command));
const end = () => {
  for (const keeper of keepers) if (keeper.connected) keeper.disconnect();
};
// The terminal sends Ctrl+C to both children; this process only waits for them.
process.on('SIGINT', () => {});
process.on('SIGTERM', end);
watchNpm({ onShellGone: end, onNpmGone: end });
const ends = keepers.map(keeper => new Promise(resolve => keeper.once('exit', code => resolve(code ?? 1))));
process.exitCode = Math.max(...(await Promise.all(ends)));
process.exit();
