// npm run dev: the server restarts and the page reloads when a file changes. Open the address that Vite prints.
import { ensureInstalled, run } from './toolchain.mjs';

await ensureInstalled();
const ends = [run('node', ['--watch', 'src/server/main.ts']), run('vite', ['--clearScreen=false'])];
// Ctrl+C reaches both by itself; this process only waits for them.
process.on('SIGINT', () => {});
process.exitCode = Math.max(...(await Promise.all(ends)));
