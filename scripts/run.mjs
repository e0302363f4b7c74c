// Runs a TypeScript file of the project with the project's Node, after installing what is missing; without a file it only installs.
//   --tools     also installs the tools for checks and benchmarks
//   --page      also builds the page
//   --chromium  also finds a browser
import { findChromium } from './find-browsers.mjs';
import { serve } from './serve.mjs';
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

const command = process.argv.slice(2);
const wanted = new Set();
while (['--tools', '--page', '--chromium'].includes(command[0])) wanted.add(command.shift());

await ensureInstalled({ withTools: wanted.has('--tools') });
if (wanted.has('--page')) await ensureBuilt();
const environment = wanted.has('--chromium') ? { CHROMIUM_PATH: await findChromium() } : {};
if (command.length > 0) process.exitCode = await serve(command, environment);
