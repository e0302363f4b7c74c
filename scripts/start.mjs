// npm start, after its prestart has installed what is missing: builds the page if needed, then starts the server.

import { serve } from './serve.mjs';
import { serverFlags } from './server-flags.mjs';
import { ensureBuilt } from './toolchain.mjs';

await ensureBuilt();
const environment = { NODE_ENV: process.env.NODE_ENV ?? 'production' };
process.exitCode = await serve([...serverFlags, 'src/server/main.ts'], environment);
