import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverFlags } from '../scripts/server-flags.mjs';
import { listTree, measureTreeMemory } from '../tests/support/linux-process.ts';
import { benchedEnvironment } from './narration-cost.ts';

const sampleMs = 25;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export const npmStart: Program = { command: 'npm', args: ['start'], environment: {} };

/** As `npm start` runs it in the end. */
export const serverAlone: Program = {
  command: 'node_modules/.bin/node',
  args: [...serverFlags, 'src/server/main.ts'],
  environment: benchedEnvironment,
};

export interface StartedTree extends AsyncDisposable {
  /** Where it is reached, once it is. */
  readonly ready: Promise<string>;
  /** How long that took. */
  readyMs(): number;
  /** Bytes at the moment. */
  now(): number;
  /** The most bytes that were seen since its start, or since {@link StartedTree.forget}. */
  most(): number;
  forget(): void;
}

/**
 * Starts the product as people do, in an environment that nothing of this program's own start has set.
 * @param folder a copy of the product
 */
export function startTree(
  folder: string,
  dataDir: string,
  { command, args, environment }: Program = npmStart,
  { isWatched = true } = {},
): StartedTree {
  // Nothing that the start of this program set, as in a shell of somebody's; what is compiled is kept, as npm start keeps it.
  const own = /^(?:NODE_ENV|NODE_COMPILE_CACHE|MALLOC_.*|npm_(?:lifecycle|package)_.*)$/u;
  const usual = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const kept = { NODE_COMPILE_CACHE: join(folder, 'node_modules', '.cache', 'node') };
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...usual, PORT: '0', DATA_DIR: dataDir, ...kept, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let readyAfterMs = Number.NaN;
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, measureTreeMemory(child.pid ?? 0));
  };
  const watch = isWatched ? setInterval(look, sampleMs) : undefined;
  return {
    ready: findAddress(child).then(url => {
      readyAfterMs = performance.now() - startedAt;
      return url;
    }),
    readyMs: () => readyAfterMs,
    now: () => measureTreeMemory(child.pid ?? 0),
    most: () => highest,
    forget: () => {
      highest = 0;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(watch);
      const exit = once(child, 'exit');
      for (const pid of listTree(child.pid ?? 0).toReversed()) process.kill(pid, 'SIGTERM');
      await exit;
      await setTimeout(500);
    },
  };
}

async function findAddress({ stdout }: ChildProcess): Promise<string> {
  let said = '';
  if (!stdout) throw new Error('It says nothing.');
  stdout.on('data', piece => {
    said += piece;
  });
  for (;;) {
    const port = /Benshi is ready: .*:(\d+)/u.exec(said)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    await setTimeout(5);
  }
}
