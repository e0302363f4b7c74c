import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Environment, type ServerProcess, startServerProcess } from './start-server.ts';

/** A test's server processes, some of them in sequence on the same data folder. */
export interface ServerProcesses {
  /** A folder for `DATA_DIR` that outlives its processes. */
  makeDataFolder(): string;
  /** @param command wraps the command that starts the server */
  start(environment?: Environment, command?: readonly [string, ...string[]]): Promise<ServerProcess>;
  /** Ends running processes and deletes the folders. Call it in `afterEach`. */
  end(): Promise<void>;
}

export function createServerProcesses(): ServerProcesses {
  const running: ServerProcess[] = [];
  const folders: string[] = [];
  return {
    makeDataFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
      folders.push(folder);
      return folder;
    },
    async start(environment, command) {
      const server = await startServerProcess(environment, command);
      running.push(server);
      return server;
    },
    async end() {
      for (const server of running.splice(0)) await server[Symbol.asyncDispose]();
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function killServer(server: ServerProcess): Promise<void> {
  server.process.kill('SIGKILL');
  expect(await server.waitForExit()).toBe('SIGKILL');
}

/** Stops a server as an operator does: running work is finished. */
export async function stopServer(server: ServerProcess): Promise<void> {
  server.process.kill('SIGTERM');
  expect(await server.waitForExit()).toBe(0);
}
