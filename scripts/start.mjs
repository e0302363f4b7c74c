// npm start: installs and builds what is not up to date, then serves the product.

import { serve } from './serve.mjs';
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt();
process.exitCode = await serve(['src/server/main.ts'], { NODE_ENV: process.env.NODE_ENV ?? 'production' });
