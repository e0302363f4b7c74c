import { spawn } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDataFolder } from '#server/data-folder/open-data-folder.ts';
import { isRunning, killIfRunning } from './child-processes.ts';
import { copyDatabaseTemplate } from './prepare-database-template.ts';
import { type Ancestor, listChain } from './process-chain.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A server started by other processes, in its own folder. */
export interface LaunchedServer extends AsyncDisposable {
  readonly pid: number;
  /** Itself, its parent, and so on. */
  readonly chain: readonly Ancestor[];
  /** Kills one of them, and waits until the server is gone and its folder is free. */
  killAndWait(pid: number): Promise<{ readonly afterMs: number }>;
}

/**
 * Runs a command that starts a server, in a folder with a package whose script `start` is the given one, and waits
 * until it is ready.
 */
export async function launchServer([command = '', ...args]: string[], start = ''): Promise<LaunchedServer> {
  const folder = await makeTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  copyDatabaseTemplate(dataDir);
  chmodSync(dataDir, 0o700);
  await folder.write('package.json', JSON.stringify({ scripts: { start } }));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
  const child = spawn(command, args, { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      output += piece;
    });
  await expect.poll(() => output, { interval: 50 }).toContain('Benshi is ready');
  const [, pid] = /^process (\d+) /u.exec(readFileSync(join(dataDir, 'lock-holder.txt'), 'utf8')) ?? [];
  const server = Number(pid);
  const chain = listChain(server);
  return {
    pid: server,
    chain,
    async killAndWait(victim) {
      process.kill(victim, 'SIGKILL');
      const killedAt = performance.now();
      await expect.poll(() => isRunning(server), { interval: 50, timeout: 20_000 }).toBe(false);
      const afterMs = performance.now() - killedAt;
      (await openDataFolder(dataDir)).release();
      return { afterMs };
    },
    async [Symbol.asyncDispose]() {
      for (const { pid } of chain) killIfRunning(pid);
      await folder[Symbol.asyncDispose]();
    },
  };
}
