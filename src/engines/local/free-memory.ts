import { totalmem } from 'node:os';
import type { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toSetupError } from '../provider/failure.ts';
import type { LocalModel } from './models/catalogue.ts';

export const tooLargeAdvice = 'End other programs, or remove it and get a smaller one: npm run models';

/** macOS frees memory only when it is asked for, and counts little of it as free. */
export function readFreeMemory(): number {
  return (process.platform === 'darwin' ? totalmem() / 2 : process.availableMemory()) / 1e6;
}

export function toTooLargeError({ title, memoryMb }: LocalModel, freeMb: number, advice: string): CodedError {
  const describe = (megabytes: number) => `${(megabytes / 1000).toFixed(1)} GB`;
  const sizes = { needed: describe(memoryMb), free: describe(freeMb) };
  return toSetupError(fill(engineMessages.localModelTooLarge, { model: title, ...sizes }), advice);
}
