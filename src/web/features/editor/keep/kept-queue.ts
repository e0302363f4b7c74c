import { z } from 'zod';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import type { Form } from '../model/editor-state.ts';
import { formSchema } from './database.ts';

// In the browser's own storage, which is written at once: what is done is not forgotten by a reload, and not paid again.

export interface QueueSettings {
  readonly form: Form;
  readonly isSpoken: boolean;
}

export type QueuedState = 'waiting' | 'looking' | 'writing' | 'speaking' | 'done' | 'failed';

export interface QueuedVideo {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Undefined until it was opened. */
  readonly durationSeconds?: number | undefined;
  readonly own?: QueueSettings | undefined;
  readonly state: QueuedState;
  /** Why it failed, or what a person should know of the result. */
  readonly message?: string | undefined;
  /** It would fail again, unless its settings change. */
  readonly failsAgain?: boolean | undefined;
}

export interface KeptQueue {
  readonly settings: QueueSettings;
  readonly videos: readonly QueuedVideo[];
}

const settingsSchema = z.object({ form: formSchema, isSpoken: z.boolean() });

const queueSchema = z.object({
  settings: settingsSchema,
  videos: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sizeBytes: z.number(),
      durationSeconds: z.number().optional(),
      own: settingsSchema.optional(),
      // What was being worked on begins again from what is kept of it.
      state: z.enum(['waiting', 'done', 'failed']).catch('waiting'),
      message: z.string().optional(),
      failsAgain: z.boolean().optional(),
    }),
  ),
});

const queueKey = (owner: string) => `benshi.queue.${owner}`;

/** Whose projects are that the queue works on: they come into the list of narrations when they are ready. */
export const getDraftOwner = (owner: string) => `${owner}.queue`;

/** Undefined where there is none, or it is damaged. */
export function readQueue(owner: string): KeptQueue | undefined {
  try {
    // An undefined voice is left out by JSON, but not by the type.
    return queueSchema.parse(JSON.parse(readItem(queueKey(owner)) ?? '')) as KeptQueue;
  } catch {
    return undefined;
  }
}

export function writeQueue(owner: string, queue: KeptQueue): void {
  if (queue.videos.length === 0) removeQueue(owner);
  else keepItem(queueKey(owner), JSON.stringify(queue));
}

export function moveQueue(from: string, to: string): void {
  const moved = readQueue(from);
  if (!moved) return;
  const own = readQueue(to);
  writeQueue(to, { ...moved, videos: [...(own?.videos ?? []), ...moved.videos] });
  removeQueue(from);
}

/** Ends the queue of an owner where it runs, by a listener in the same page. */
export const forgetting = new EventTarget();

/** @returns the ids of its projects */
export function forgetQueue(owner: string): readonly string[] {
  const ids = readQueue(owner)?.videos.map(({ id }) => id) ?? [];
  forgetting.dispatchEvent(new Event(owner));
  removeQueue(owner);
  return ids;
}

function removeQueue(owner: string): void {
  try {
    localStorage.removeItem(queueKey(owner));
  } catch {
    // Then nothing was kept.
  }
}
