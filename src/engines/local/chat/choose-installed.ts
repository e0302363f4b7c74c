import { totalmem } from 'node:os';
import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import type { Readiness } from '../../ports.ts';
import { toSetupError } from '../../provider/failure.ts';
import type { LocalModel } from '../models/catalogue.ts';
import { type InstalledModel, listInstalledModels } from '../models/installed-models.ts';
import type { ChatHost } from './chat-host.ts';
import { findRuntimeFault } from './llama-process.ts';

export type Chosen =
  | { readonly kind: 'chosen'; readonly installed: InstalledModel; readonly found: string }
  | Extract<Readiness, { kind: 'unable' }>;

/** Looks anew each time. @throws CodedError `client_closed` */
export type FindModel = (signal: AbortSignal) => Promise<Chosen>;

export interface SearchOptions {
  /** Absolute. */
  readonly modelsFolder: string;
  readonly models: readonly LocalModel[];
  readonly host: ChatHost;
  readonly readFreeMegabytes?: () => number;
}

/** macOS frees memory only when it is asked for, and counts little of it as free. */
function readFreeMemory(): number {
  return (process.platform === 'darwin' ? totalmem() / 2 : process.availableMemory()) / 1e6;
}

/** Chooses the first installed model for whose memory there is room, in the order of the catalogue. */
export function createModelSearch(options: SearchOptions): FindModel {
  const { modelsFolder, models, host, readFreeMegabytes = readFreeMemory } = options;
  return async signal => {
    const installed = await listInstalledModels(
      modelsFolder,
      models.filter(({ step }) => step === 'look'),
    );
    if (installed.length === 0)
      return unable(fill(engineMessages.localModelMissing), 'Run: npm run models -- check');
    const fault = await findRuntimeFault(signal);
    if (fault !== 'none') return unable(fill(engineMessages.localAiNotRunning), fault);
    const free = readFreeMegabytes();
    const fits = (each: InstalledModel) => host.hasLoaded(each) || each.model.memoryMb <= free;
    const chosen = installed.find(fits);
    if (!chosen) return tooLarge(installed, free);
    const isFirst = chosen === installed[0];
    return {
      kind: 'chosen',
      installed: chosen,
      found: isFirst ? 'installed' : 'the first that fits into free memory',
    };
  };
}

function tooLarge(installed: readonly InstalledModel[], free: number): Chosen {
  const smallest = installed.reduce((one, other) =>
    one.model.memoryMb <= other.model.memoryMb ? one : other,
  );
  const { title: model, memoryMb } = smallest.model;
  const message = fill(engineMessages.localModelTooLarge, {
    model,
    needed: describeMemory(memoryMb),
    free: describeMemory(free),
  });
  return unable(message, 'End other programs, or get a smaller one: npm run models');
}

function describeMemory(megabytes: number): string {
  return `${(megabytes / 1000).toFixed(1)} GB`;
}

function unable(message: FilledMessage, advice: string): Chosen {
  return { kind: 'unable', error: toSetupError(message, advice) };
}
