import { listenTo, type ModelProcess, startModelProcess } from '../model-process.ts';
import type { ChatEvent } from './load-llama.ts';

const childPath = new URL('./llama-child.ts', import.meta.url);

/** @param paths of a model and its projector; without, the process only finds out whether llama.cpp runs */
export function startLlama(...paths: readonly string[]): ModelProcess {
  return startModelProcess(childPath, paths);
}

/**
 * Waits until the model is loaded.
 * @returns false if the process ended before
 * @throws CodedError when cancelled
 */
export async function waitUntilLoaded(started: ModelProcess, signal: AbortSignal): Promise<boolean> {
  for await (const { kind } of listenTo<ChatEvent>(started, signal))
    if (kind === 'loaded') {
      started.process.stderr?.destroy();
      return true;
    }
  return false;
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
