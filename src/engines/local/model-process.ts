import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { totalmem } from 'node:os';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Provider } from '../ports.ts';
import { toSetupError } from '../provider/failure.ts';
import type { LocalModel } from './models/catalogue.ts';

/** Every model that runs on this server itself; visitors read the name, too. */
export const localProvider: Provider = { name: 'the AI on this server', isOffline: false, isLocal: true };

export const usualRestMs = 5 * 60_000;

export interface ModelProcessOptions {
  /** An idle model's memory is freed after it. */
  readonly restMs?: number;
  readonly readFreeMegabytes?: () => number;
}

/** The models lie outside of the heap. */
const heapMebibytes = 256;
const longestComplaint = 1000;

export interface ModelProcess {
  readonly process: ChildProcess;
  /** Its last words if it dies while it loads; later ones could repeat a text. */
  complaint: string;
}

/** Starts a file of ours, without keys and without programs to start: llama.cpp would give damaged pictures to ffprobe. */
export function startModelProcess(childPath: URL, paths: readonly string[] = []): ModelProcess {
  const process = fork(childPath, paths, {
    execArgv: [`--max-old-space-size=${heapMebibytes}`],
    env: { PATH: import.meta.dirname },
    // The runtimes print what they are asked.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const started: ModelProcess = { process, complaint: '' };
  // A task that cannot be sent: whoever listens learns that the process is gone.
  process.on('error', () => {});
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    started.complaint = (started.complaint + text).slice(-longestComplaint);
  });
  return started;
}

/** The channel to a process may be open a moment longer than the process runs. */
export function isRunning({ process }: Pick<ModelProcess, 'process'>): boolean {
  return process.exitCode === null && process.signalCode === null;
}

/** What it answers until it is gone. @throws CodedError when cancelled */
export async function* listenTo<Event>(
  started: Pick<ModelProcess, 'process'>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  requireNotCancelled(signal);
  if (!isRunning(started)) return;
  try {
    for await (const [event] of on(started.process, 'message', { signal, close: ['close'] }))
      yield event as Event;
  } catch {
    requireNotCancelled(signal);
  }
}

/** Whether the process keeps ours from ending. */
export function holdOpen({ process }: Pick<ModelProcess, 'process'>, isHeld: boolean): void {
  const how = isHeld ? 'ref' : 'unref';
  process[how]();
  process.channel?.[how]();
}

/** macOS frees memory only when it is asked for, and counts little of it as free. */
export function readFreeMemory(): number {
  return (process.platform === 'darwin' ? totalmem() / 2 : process.availableMemory()) / 1e6;
}

export function toTooLargeError({ title, memoryMb }: LocalModel, freeMb: number, advice: string): CodedError {
  const describe = (megabytes: number) => `${(megabytes / 1000).toFixed(1)} GB`;
  const sizes = { needed: describe(memoryMb), free: describe(freeMb) };
  return toSetupError(fill(engineMessages.localModelTooLarge, { model: title, ...sizes }), advice);
}
