import { once } from 'node:events';
import { createFairQueue } from '#shared/async/semaphore.ts';
import { type CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { toFailedError, toFreeFailure, toSetupFailure } from '../../provider/failure.ts';
import { holdOpen, isRunning, listenTo, type ModelProcess, startModelProcess } from '../model-process.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import type { ChatEnding, ChatEvent, ChatJob } from './load-llama.ts';

const childPath = new URL('./llama-child.ts', import.meta.url);

/** @param paths of a model and its projector; without, the process only finds out whether llama.cpp runs */
function startLlama(...paths: readonly string[]): ModelProcess {
  return startModelProcess(childPath, paths);
}

/** False if the process ended before. @throws CodedError when cancelled */
async function waitUntilLoaded(started: ModelProcess, signal: AbortSignal): Promise<boolean> {
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

export type ChatHost = ReturnType<typeof createChatHost>;

/** The only process in which a model looks and writes. @param restMs after which an idle one is ended */
export function createChatHost(restMs: number) {
  const queue = createFairQueue(1);
  let running: (ModelProcess & { readonly name: string }) | undefined;
  let rest: NodeJS.Timeout | undefined;

  function hasLoaded({ model }: InstalledModel): boolean {
    return running?.name === model.name && running.process.connected && isRunning(running);
  }

  /** Ends the process, also at work. */
  async function end(): Promise<void> {
    const ending = running;
    running = undefined;
    if (!ending || !isRunning(ending)) return;
    ending.process.kill('SIGKILL');
    await once(ending.process, 'exit');
  }

  async function prepare(installed: InstalledModel, signal: AbortSignal): Promise<ModelProcess> {
    clearTimeout(rest);
    if (running && hasLoaded(installed)) {
      holdOpen(running, true);
      return running;
    }
    await end();
    const { model, projector } = installed.files;
    const started = startLlama(model ?? '', projector ?? '');
    running = Object.assign(started, { name: installed.model.name });
    if (await waitUntilLoaded(started, signal)) return started;
    throw notLoaded(installed, started.complaint);
  }

  async function* ask(
    installed: InstalledModel,
    job: ChatJob,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    const isReused = hasLoaded(installed);
    const { process } = await prepare(installed, signal);
    process.send(job);
    let hasAnswered = false;
    for await (const event of listenTo<ChatEvent>({ process }, signal)) {
      // llama.node (1.7.15) may miss that a short job has ended, and then refuses every other one.
      if (isReused && !hasAnswered && event.kind === 'failed' && !event.isTooLong) break;
      hasAnswered = true;
      yield event;
    }
    if (hasAnswered || !isReused) return;
    // It refused, or died at rest, which we learn only some time later.
    await end();
    yield* ask(installed, job, signal);
  }

  /**
   * Waits for the requester's turn, loads the model unless it is loaded, and passes on what it writes. Stopping early or cancelling
   * ends the process, because nothing else stops it at once.
   * @throws CodedError
   */
  async function* write(
    installed: InstalledModel,
    job: ChatJob,
    { requester, signal }: { readonly requester: string; readonly signal: AbortSignal },
  ): AsyncGenerator<string, ChatEnding> {
    const leave = await queue.acquire(requester, signal);
    let ending: ChatEnding | undefined;
    try {
      for await (const event of ask(installed, job, signal)) {
        if (event.kind === 'piece') yield event.text;
        if (event.kind === 'failed')
          throw toFailedError(event.isTooLong ? failures.tooLong : failures.stopped);
        if (event.kind !== 'ended') continue;
        ending = event;
        return ending;
      }
      throw toFailedError(failures.stopped);
    } finally {
      if (ending && running) {
        holdOpen(running, false);
        rest = setTimeout(end, restMs).unref();
      } else await end();
      leave();
    }
  }

  return { write, hasLoaded, readLoad: queue.readLoad, close: end };
}

const failures = {
  tooLong: toFreeFailure(fill(engineMessages.contextTooSmall)),
  stopped: toFreeFailure(fill(engineMessages.localAiStopped)),
};

function notLoaded({ model }: InstalledModel, complaint: string): CodedError {
  const message = fill(engineMessages.localModelNotLoaded, { model: model.title });
  const advice = 'Run: npm run models -- check. If its files are right, this machine has too little memory.';
  return toFailedError(toSetupFailure(message, advice), new LoggedCause(complaint.replaceAll(/\s+/gu, ' ')));
}
