import { z } from 'zod';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { formSchema } from './database.ts';

// In the browser's own storage, which is written at once: what is done is not forgotten by a reload, and not paid again.

const settingsSchema = z.object({ form: formSchema, isSpoken: z.boolean() });

const videoSchema = z.object({
  /** Of its project, which is kept as any other once it is being narrated. */
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  /** Undefined until it was opened. */
  durationSeconds: z.number().optional(),
  /** Undefined: those for all videos. */
  own: settingsSchema.optional(),
  // What was being worked on begins again from what is kept of it.
  state: z.enum(['waiting', 'done', 'failed']).catch('waiting'),
  /** Why it failed, or what a person should know of the result. */
  message: z.string().optional(),
  /** It would fail again, unless its settings change. */
  failsAgain: z.boolean().optional(),
});

const queueSchema = z.object({ settings: settingsSchema, videos: z.array(videoSchema).readonly() });

export type QueueSettings = Readonly<z.infer<typeof settingsSchema>>;
export type QueuedVideo = Readonly<z.infer<typeof videoSchema>>;
export type KeptQueue = Readonly<z.infer<typeof queueSchema>>;

const queueKey = (owner: string) => `benshi.queue.${owner}`;

/** Undefined where there is none, or it is damaged. */
export function readQueue(owner: string): KeptQueue | undefined {
  try {
    return queueSchema.parse(JSON.parse(readItem(queueKey(owner)) ?? ''));
  } catch {
    return undefined;
  }
}

/** What else a video has is left out when it is read. */
export function writeQueue(owner: string, settings: QueueSettings, videos: readonly object[]): void {
  if (videos.length === 0) forgetItem(queueKey(owner));
  else keepItem(queueKey(owner), JSON.stringify({ settings, videos }));
}

export function listQueued(owner: string): ReadonlySet<string> {
  return new Set(readQueue(owner)?.videos.map(({ id }) => id));
}

export function moveQueue(from: string, to: string): void {
  const moved = readQueue(from);
  if (!moved) return;
  writeQueue(to, moved.settings, [...(readQueue(to)?.videos ?? []), ...moved.videos]);
  forgetItem(queueKey(from));
}

/** Ends the queue of an owner where it runs, by a listener in the same page. */
export const forgetting = new EventTarget();

export function forgetQueue(owner: string): void {
  forgetting.dispatchEvent(new Event(owner));
  forgetItem(queueKey(owner));
}
