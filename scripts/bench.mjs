// npm run bench: what the product costs, on the page as it is built now. `-- --write` keeps the table in docs/performance.md,
// `-- narrated-video` measures that alone.
import { serve } from './serve.mjs';
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled({ withTools: true });
await ensureBuilt();
process.exitCode = await serve(['bench/run.ts', ...process.argv.slice(2)]);
