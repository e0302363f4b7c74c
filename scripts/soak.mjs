// npm run soak: two hours of visitors and faults, and what the product holds meanwhile. `-- --minutes 10` is shorter, `-- --write` keeps
// the graph in docs/images.
import { serve } from './serve.mjs';
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled({ withTools: true });
await ensureBuilt();
process.exitCode = await serve(['tests/soak/run.ts', ...process.argv.slice(2)]);
