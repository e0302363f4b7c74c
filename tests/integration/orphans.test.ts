import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { launchServer } from '../support/launched-server.ts';
import { testRows } from '../support/test-rows.ts';

const launcher = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

testRows(
  [
    ['npm', /^npm /u],
    ['the launcher', /run\.mjs/u],
  ],
  (_, index) => index === 1,
)('a server ends within two seconds when %s is killed, and the next one can start', async (name, pattern) => {
  await using server = await launchServer(['npm', 'start'], `node '${launcher}' src/server/main.ts`);
  const victim = server.chain.slice(1).find(({ command }) => pattern.test(command));
  if (!victim) throw new Error(`There is no ${name}: ${JSON.stringify(server.chain)}`);
  // And what a busy machine adds. A server that nobody ends runs on for ever.
  expect((await server.killAndWait(victim.pid)).afterMs).toBeLessThan(15_000);
});
