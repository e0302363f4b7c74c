// npm run check-container: installs what it needs first, and runs scripts/check-container.ts.
import { serve } from './serve.mjs';
import { ensureInstalled } from './toolchain.mjs';

await ensureInstalled({ withTools: true });
process.exitCode = await serve(['scripts/check-container.ts']);
