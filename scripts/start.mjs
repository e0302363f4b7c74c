// npm start, after its prestart has installed what is missing: builds the page if it is not up to date, then serves the product.

import { serve } from './serve.mjs';
import { ensureBuilt, thriftyMemory } from './toolchain.mjs';

/** Room for what is young in JavaScript, three times this; V8's own 16 MB held 40 MB more (docs/decisions/embedded-memory.md). */
const youngSpace = '--max-semi-space-size=4';

await ensureBuilt();
const environment = { NODE_ENV: process.env.NODE_ENV ?? 'production', ...thriftyMemory };
process.exitCode = await serve([youngSpace, 'src/server/main.ts'], environment);
