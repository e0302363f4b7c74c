// Runs a TypeScript file of the project with the project's Node, after installing what is missing.
import { serve } from './serve.mjs';
import { ensureInstalled } from './toolchain.mjs';

await ensureInstalled();
process.exitCode = await serve(process.argv.slice(2));
