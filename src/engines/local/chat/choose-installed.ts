import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import type { Readiness } from '../../ports.ts';
import { toSetupError } from '../../provider/failure.ts';
import { readFreeMemory, toTooLargeError } from '../model-process.ts';
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
  const smallest = installed
    .map(({ model }) => model)
    .reduce((one, other) => (one.memoryMb <= other.memoryMb ? one : other));
  const advice = 'End other programs, or get a smaller one: npm run models';
  return { kind: 'unable', error: toTooLargeError(smallest, free, advice) };
}

function unable(message: FilledMessage, advice: string): Chosen {
  return { kind: 'unable', error: toSetupError(message, advice) };
}
