// npm start, after its prestart has installed what is missing: builds the page if it is not up to date, then serves the product.

import { serve } from './serve.mjs';
import { serverFlags } from './server-flags.mjs';
import { ensureBuilt } from './toolchain.mjs';

await ensureBuilt();
const environment = { NODE_ENV: process.env.NODE_ENV ?? 'production' };
process.exitCode = await serve([...serverFlags, 'src/server/main.ts'], environment);
