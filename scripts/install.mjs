// npm's own step before "start": in it, and never after it, Node may be the machine's own, which cannot be replaced by what it runs.
import { ensureInstalled } from './toolchain.mjs';

await ensureInstalled();
