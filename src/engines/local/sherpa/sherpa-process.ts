import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Readiness } from '../../ports.ts';
import { toSetupError } from '../../provider/failure.ts';
import {
  holdOpen,
  listenTo,
  type ModelProcess,
  type ModelProcessOptions,
  readFreeMemory,
  startModelProcess,
  toTooLargeError,
  usualRestMs,
} from '../model-process.ts';
import type { LocalModel } from '../models/catalogue.ts';
import type { SherpaEvent, SherpaTask } from './serve-tasks.ts';

const notRunning =
  'sherpa-onnx needs a system with glibc, macOS or Windows on a processor of the kind x64 or arm64.';

const tooLargeAdvice = 'End other programs, or remove it and get a smaller one: npm run models';

interface Child extends ModelProcess {
  uses: number;
  /** Of its model, once it has one. */
  config?: string;
  isLoaded: boolean;
}

interface SherpaProcessOptions extends ModelProcessOptions {
  /** A file that calls `serveTasks`. */
  readonly childPath: URL;
  /** Of a task. */
  readonly limitMs: number;
}

/** The process with sherpa-onnx, which wrong files can end: one at most, started when needed. */
export function createSherpaProcess<Task extends SherpaTask, Answer>({
  childPath,
  limitMs,
  restMs = usualRestMs,
  readFreeMegabytes = readFreeMemory,
}: SherpaProcessOptions) {
  let child: Child | undefined;
  let rest: NodeJS.Timeout | undefined;

  const end = () => {
    child?.process.kill('SIGKILL');
    child = undefined;
  };

  const start = () => {
    const started: Child = Object.assign(startModelProcess(childPath), { uses: 0, isLoaded: false });
    started.process.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };

  /** @returns the first event that `choose` takes; undefined if the process ended before */
  async function withChild<Taken extends SherpaEvent<Answer>>(
    config: string | undefined,
    signal: AbortSignal,
    work: (used: Child, events: AsyncIterable<SherpaEvent<Answer>>) => Promise<Taken | undefined>,
  ): Promise<Taken | undefined> {
    requireNotCancelled(signal);
    clearTimeout(rest);
    if (child && config !== undefined && child.config !== undefined && child.config !== config) end();
    // It died while it rested.
    if (child && !child.process.connected) child = undefined;
    child ??= start();
    const used = child;
    if (config !== undefined) used.config = config;
    used.uses += 1;
    holdOpen(used, true);
    let isWell = false;
    try {
      const taken = await work(used, listenTo<SherpaEvent<Answer>>(used, signal));
      isWell = taken !== undefined && taken.kind !== 'failed';
      return taken;
    } finally {
      used.uses -= 1;
      if (!isWell && child === used) end();
      if (used.uses === 0) {
        holdOpen(used, false);
        rest = setTimeout(end, restMs).unref();
      }
    }
  }

  return {
    /** Whether the runtime runs on this machine. @param model its title @throws CodedError when cancelled */
    async checkReadiness(model: string, signal: AbortSignal): Promise<Readiness> {
      const runs =
        child ??
        (await withChild(undefined, signal, async (_, events) => {
          for await (const event of events) if (event.kind === 'started') return event;
          return undefined;
        }));
      if (runs) return { kind: 'ready', model, found: 'installed' };
      return { kind: 'unable', error: toSetupError(fill(engineMessages.localAiNotRunning), notRunning) };
    },
    /** @throws CodedError `provider_unavailable` if the model is not loaded and there is no room for it */
    requireMemory(model: LocalModel, config: object): void {
      const hasLoaded = child?.isLoaded === true && child.config === JSON.stringify(config);
      const free = readFreeMegabytes();
      if (!hasLoaded && model.memoryMb > free) throw toTooLargeError(model, free, tooLargeAdvice);
    },
    /**
     * Does a task; the caller makes sure that there is one at a time. The model is loaded if another one or none was.
     * A cancelled task ends the process.
     * @param title of the model, for errors
     * @throws CodedError `provider_unavailable` if the model cannot be loaded or the process died; when cancelled
     */
    async work(task: Task, title: string, signal: AbortSignal): Promise<Answer> {
      using limited = limitSignal(limitMs, signal, new CodedError('provider_timeout'));
      const config = JSON.stringify(task.config);
      let complaint = '';
      let wasLoaded = false;
      let diedAtRest = false;
      const ask = () =>
        withChild(config, limited.signal, async (used, events) => {
          diedAtRest = used.isLoaded;
          used.process.send(task);
          try {
            for await (const event of events) {
              diedAtRest = false;
              if (event.kind === 'loaded') used.isLoaded = true;
              if (event.kind === 'done' || event.kind === 'failed') return event;
            }
            return undefined;
          } finally {
            wasLoaded = used.isLoaded;
            // Later ones repeat the text.
            if (!wasLoaded) complaint = used.complaint;
          }
        });
      let event = await ask();
      // We learn of a death only some time later.
      if (diedAtRest) event = await ask();
      if (event?.kind === 'done') return event.answer;
      const message = wasLoaded
        ? fill(engineMessages.localAiStopped)
        : fill(engineMessages.localModelNotLoaded, { model: title });
      const cause = new LoggedCause(event?.reason ?? complaint);
      throw new CodedError('provider_unavailable', { message, cause, costsNothing: true });
    },
    async close(): Promise<void> {
      clearTimeout(rest);
      end();
    },
  };
}
