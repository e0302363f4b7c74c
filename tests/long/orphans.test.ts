import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRunning } from '../support/child-processes.ts';
import { launchServer } from '../support/launched-server.ts';
import { listChain } from '../support/process-chain.ts';
import { serverCommand } from '../support/start-server.ts';

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url));

test('a server ends when the shell is killed in which npm runs it', async ({ skip }) => {
  await using server = await launchServer(['npm', 'start'], `node '${scripts}run.mjs' src/server/main.ts`);
  const shell = server.chain.slice(1).find(({ command }) => /^\S*sh -c/u.test(command));
  if (!shell) return skip('this shell replaces itself by what it runs');
  expect((await server.killAndWait(shell.pid)).afterMs).toBeLessThan(5000);
});

test.each([/dev\.mjs/u, /^npm /u])('npm run dev leaves nothing when %s is killed', async pattern => {
  await using server = await launchServer(['npm', 'start'], `node '${scripts}dev.mjs'`);
  const victim = server.chain.find(({ command }) => pattern.test(command));
  const others = server.chain.filter(({ command }) => /watch|end-with-launcher|dev\.mjs/u.test(command));
  expect((await server.killAndWait(victim?.pid ?? 0)).afterMs).toBeLessThan(5000);
  await expect.poll(() => others.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

test('a server that nobody launched outlives who started it', async () => {
  await using server = await launchServer(['sh', '-c', '"$0" "$@" & sleep 0.1', ...serverCommand]);
  await expect.poll(() => listChain(server.pid)).toHaveLength(1);
  await new Promise(resolve => setTimeout(resolve, 3000));
  expect(isRunning(server.pid)).toBe(true);
});
