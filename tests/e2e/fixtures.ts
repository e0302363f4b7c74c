import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';

interface WorkerFixtures {
  /** Our own server with offline engines, on a free port, with a data folder that is deleted with it. */
  server: ServerProcess;
}

interface TestFixtures {
  /** What the browser complained about; a test fails when it is not empty. Take expected lines out. */
  complaints: string[];
}

/** Playwright's `test` with the product running behind `page.goto('/')`, and no complaint of the browser allowed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      await using server = await startServerProcess();
      await use(server);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', error => complaints.push(error.message));
      page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A real video that a stranger's clone does not have; `undefined` there, and the test skips. */
export function findVideo(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/media/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}
