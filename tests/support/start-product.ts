import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The product as `npm start` runs it, on a free port and in its own folder, which is deleted with it. */
export interface StartedProduct extends AsyncDisposable {
  readonly port: number;
  /** npm's: the server is a grandchild of it. */
  readonly pid: number;
  readonly serverPid: number;
  readonly dataDir: string;
  /** Resolves when npm has ended, with its exit code or signal. */
  readonly ended: Promise<number | string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `npm start` with its default settings and waits until it is ready.
 * @param environment additional settings
 * @param onLine gets each line of its output
 * @param folder a copy of the product, or this one
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  onLine: (line: string) => void = () => {},
  folder = root,
): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'benshi-long-'));
  const port = await findFreePort();
  const launcher = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOCAL_AI_PORTS: 'none',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(launcher, 'exit').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? 1,
  );
  await waitForLine(launcher, 'Benshi is ready', onLine);
  const [, holder] = /^process (\d+) /u.exec(readFileSync(join(dataDir, 'lock-holder.txt'), 'utf8')) ?? [];
  return {
    port,
    pid: launcher.pid ?? 0,
    serverPid: Number(holder),
    dataDir,
    ended,
    async [Symbol.asyncDispose]() {
      launcher.kill('SIGTERM');
      await ended;
      // npm ends before its children.
      while (await isListening(port)) await wait(100);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

function waitForLine(child: ChildProcess, text: string, onLine: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', line => {
        onLine(line);
        if (line.includes(text)) resolve();
      });
    child.once('exit', code => reject(new Error(`npm start ended with ${code}.`)));
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
}
