import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Engines } from '#engines/ports.ts';
import type { LoadLimits } from '#server/app.ts';
import type { ChosenEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import type { DecodingLimits } from '#server/decoding/decoding-limits.ts';
import { Role, SpeechRole } from '#server/engine-roles/role.ts';
import type { ListenerLimits } from '#server/http/answer-with-stream.ts';
import { createLog } from '#server/http/log.ts';
import type { KeyedCallLimits } from '#server/idempotency/keyed-calls.ts';
import type { AccountLimits, TryLimit } from '#server/limits/recent-tries.ts';
import { startServer } from '#server/start-server.ts';
import type { UploadLimits } from '#server/uploads/upload-limits.ts';
import type { VoiceSampleLimits } from '#server/voices/voice-samples.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { childEnvironment } from './child-environment.ts';
import { checkAnswers } from './declared-answers.ts';
import { copyDatabaseTemplate } from './prepare-database-template.ts';

/** Variables as an operator sets them. `DATA_DIR` and `PORT` are chosen when they are left out. */
export type Environment = Readonly<Record<string, string>>;

export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The log so far, a JSON text a line. */
  readonly logged: readonly string[];
  /** Names in the folder of uploads. */
  listTemporaryFiles(): string[];
}

/** `AUTH_SECRET` for a server with a `DATABASE_URL`. */
export const testSecret = 'B3nsh1-t3st-0nly-n0t-f0r-anybody-else';

/** Generous limits for tests, with all pictures of a video in one request, as for OpenAI. */
const usualSettings = {
  FREE_NARRATIONS_PER_DAY: '100000',
  STANDARD_NARRATIONS_PER_DAY: '100000',
  OPENAI_VISION_PICTURES: '100',
  LOCAL_AI_PORTS: 'none',
};

/** A decoding budget that is never used up. */
const roomyBudget: TryLimit = { most: 1_000_000_000, windowSeconds: 3600 };

/** A real server in this process, on a free port, with a data folder that is deleted with it. */
export async function startTestServer(
  options: {
    environment?: Environment;
    uploadLimits?: Partial<UploadLimits>;
    listenerLimits?: Partial<ListenerLimits>;
    loadLimits?: Partial<LoadLimits>;
    accountLimits?: Partial<AccountLimits>;
    voiceSampleLimits?: Partial<VoiceSampleLimits>;
    keyedCallLimits?: Partial<KeyedCallLimits>;
    decodingLimits?: Partial<DecodingLimits>;
    decodingBudget?: TryLimit;
    engines?: Engines;
    pageFolder?: string;
  } = {},
): Promise<InnerServer> {
  const folder = makeDataFolder(options.environment);
  const logged: string[] = [];
  const server = await startServer({
    config: readConfig({ ...usualSettings, PORT: '0', DATA_DIR: folder.path, ...options.environment }),
    log: createLog({ write: line => logged.push(line) }),
    pageFolder: options.pageFolder,
    uploadLimits: { perAddress: 1000, ...options.uploadLimits },
    listenerLimits: { speechesAtOnce: 1000, ...options.listenerLimits },
    // Tests share its event loop.
    loadLimits: { maxEventLoopDelayMs: 60_000, ...options.loadLimits },
    accountLimits: options.accountLimits,
    voiceSampleLimits: options.voiceSampleLimits,
    keyedCallLimits: options.keyedCallLimits,
    decodingLimits: options.decodingLimits,
    decodingBudget: options.decodingBudget ?? roomyBudget,
    engines: options.engines && fixRoles(options.engines),
  });
  // Lets background calls to providers end before a test counts calls; silent ones are not waited for.
  await waitAtMost(3000, server.rolesChecked, () => undefined);
  await checkAnswers(server.url);
  return {
    url: server.url,
    setupUrl: server.setupUrl,
    port: Number(new URL(server.url).port),
    dataDir: folder.path,
    logged,
    listTemporaryFiles: () => readdirSync(join(folder.path, 'tmp')),
    stop: server.stop,
    async [Symbol.asyncDispose]() {
      await server.stop(0);
      folder.remove();
    },
  };
}

function fixRoles({ vision, script, speech }: Engines): ChosenEngines {
  const speaks = new SpeechRole([{ id: 'stand-in', engine: speech }]);
  return {
    vision: new Role([{ id: 'stand-in', engine: vision }]),
    script: new Role([{ id: 'stand-in', engine: script }]),
    speech: { standard: speaks, premium: speaks },
    offers: [],
    offline: { vision, script, speech },
    close: async () => {},
  };
}

/** A server in the test's own process. */
export interface InnerServer extends TestServer {
  readonly setupUrl: string | undefined;
  /** Stops it as a signal would, within this time. */
  stop(graceMs: number): Promise<void>;
}

export interface ServerProcess extends TestServer {
  readonly process: ChildProcess;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  waitForExit(): Promise<number | string>;
}

const mainFile = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** The server as `npm start` runs it, in its own process. */
export async function startServerProcess(
  environment: Environment = {},
  command: readonly [string, ...string[]] = [process.execPath, mainFile],
): Promise<ServerProcess> {
  const folder = makeDataFolder(environment);
  const [file, ...args] = command;
  const child = spawn(file, args, {
    env: { ...childEnvironment, PORT: '0', DATA_DIR: folder.path, ...usualSettings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Not `exit`, which may precede its last output.
  const exit = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 1);
  const logged: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<number>();
  for (const output of [child.stdout, child.stderr])
    createInterface(output).on('line', line => {
      logged.push(line);
      const [, port] = /Benshi(?:'s worker)? is ready(?:, for|:) .*:(\d+)$/u.exec(line) ?? [];
      if (port) resolve(Number(port));
    });
  const announced = await Promise.race([
    ready,
    exit.then(code => Promise.reject(new Error(`The server ended with ${code}:\n${logged.join('\n')}`))),
  ]).catch(error => {
    folder.remove();
    throw error;
  });
  // With a PUBLIC_URL the announced address differs from the port.
  const port = Number(environment.PORT ?? announced);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir: folder.path,
    logged,
    process: child,
    waitForExit: () => exit,
    listTemporaryFiles: () => readdirSync(join(folder.path, 'tmp')),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
      folder.remove();
    },
  };
}

/** The arguments that start the server's main file, for a command that wraps it. */
export const serverCommand = [process.execPath, mainFile] as const;

function makeDataFolder({ DATA_DIR, DATABASE_URL }: Environment = {}): { path: string; remove(): void } {
  const path = DATA_DIR ?? mkdtempSync(join(tmpdir(), 'benshi-test-'));
  if (DATABASE_URL === undefined && !existsSync(join(path, 'database'))) copyDatabaseTemplate(path);
  return { path, remove: () => DATA_DIR ?? rmSync(path, { recursive: true, force: true }) };
}
