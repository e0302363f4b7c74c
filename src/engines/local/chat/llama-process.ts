import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { ChatEvent } from './chat-job.ts';

const childPath = new URL('./llama-child.ts', import.meta.url);
const heapMebibytes = 256;
const longestComplaint = 1000;

/** A process with llama.cpp. */
export interface LlamaProcess {
  readonly process: ChildProcess;
  /** Its last words if it dies while it loads; later ones could repeat a question. */
  complaint: string;
}

/** @param paths of a model and its projector; without, the process only finds out whether llama.cpp runs */
export function startLlama(...paths: readonly string[]): LlamaProcess {
  const process = fork(childPath, paths, {
    execArgv: [`--max-old-space-size=${heapMebibytes}`],
    // No keys, and no programs to start: llama.cpp would give damaged pictures to ffprobe.
    env: { PATH: import.meta.dirname },
    // It prints the questions.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const started: LlamaProcess = { process, complaint: '' };
  // A question that cannot be sent: whoever listens learns that the process is gone.
  process.on('error', () => {});
  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    started.complaint = (started.complaint + text).slice(-longestComplaint);
  });
  return started;
}

/** What it answers until it is gone. @throws CodedError when cancelled */
export async function* listenTo({ process }: LlamaProcess, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  requireNotCancelled(signal);
  try {
    for await (const [event] of on(process, 'message', { signal, close: ['close'] }))
      yield event as ChatEvent;
  } catch {
    requireNotCancelled(signal);
  }
}

/**
 * Waits until the model is loaded.
 * @returns false if the process ended before
 * @throws CodedError when cancelled
 */
export async function waitUntilLoaded(started: LlamaProcess, signal: AbortSignal): Promise<boolean> {
  for await (const { kind } of listenTo(started, signal))
    if (kind === 'loaded') {
      started.process.stderr?.destroy();
      return true;
    }
  return false;
}

/** Whether the process keeps ours from ending. */
export function holdOpen({ process }: LlamaProcess, isHeld: boolean): void {
  const how = isHeld ? 'ref' : 'unref';
  process[how]();
  process.channel?.[how]();
}

let knownFault: string | 'none' | undefined;

/**
 * Whether llama.cpp runs on this machine, found out once: not with musl or an old C library, or without its package.
 * @returns the system's reason, or `none`
 * @throws CodedError when cancelled
 */
export async function findRuntimeFault(signal: AbortSignal): Promise<string | 'none'> {
  if (knownFault !== undefined) return knownFault;
  const started = startLlama();
  try {
    const runs = await waitUntilLoaded(started, signal);
    knownFault = runs ? 'none' : (/^\w*Error: .*/mu.exec(started.complaint)?.[0] ?? started.complaint);
    return knownFault;
  } finally {
    started.process.kill('SIGKILL');
  }
}
