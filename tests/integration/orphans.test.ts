// @module-tag long
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { launchServer } from '../support/launched-server.ts';
import { testRows } from '../support/test-rows.ts';

const launcher = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const replaced = `node '${launcher}' src/server/main.ts`;
/** As on systems, and with a Node, where a process cannot `exec` another program. */
const launched = `node --import 'data:text/javascript,delete process.execve' '${launcher}' src/server/main.ts`;

testRows(
  [
    ['npm', /^npm /u, replaced],
    ['the launcher', /^\S*node .*run\.mjs/u, launched],
    ['npm with a launcher', /^npm /u, launched],
  ],
  (_, index) => index < 2,
)(
  'a server ends within two seconds when %s is killed, and the next one can start',
  async (name, pattern, start) => {
    await using server = await launchServer(['npm', 'start'], start);
    const victim = server.chain.slice(1).find(({ command }) => pattern.test(command));
    if (!victim) throw new Error(`There is no ${name}: ${JSON.stringify(server.chain)}`);
    // With time for a busy machine. Otherwise the server would run for ever.
    expect((await server.killAndWait(victim.pid)).afterMs).toBeLessThan(15_000);
  },
);
