// node scripts/screenshots.mjs: pictures of the studio and the pages as they are built now; sizes and themes behind it choose some.
import { findChromium } from './find-chromium.mjs';
import { serve } from './serve.mjs';
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled({ withTools: true });
await ensureBuilt();
process.exitCode = await serve(['scripts/take-screenshots.ts', ...process.argv.slice(2)], {
  CHROMIUM_PATH: await findChromium(),
});
