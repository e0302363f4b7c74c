import { useEffect, useState } from 'react';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { chunkLoadTimeoutMs } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';

/** A part of the page that is fetched when it is needed did not arrive. Reloading the page helps. */
export class ChunkLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Loads a lazy part of the page.
 * @param name what it is, for the message
 * @throws {ChunkLoadError} when it cannot be fetched, or has not arrived after 120 seconds
 */
export async function loadChunk<Chunk>(name: string, load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await waitAtMost(chunkLoadTimeoutMs, load(), () => {
      const seconds = chunkLoadTimeoutMs / 1000;
      throw new ChunkLoadError(t(pageMessages.chunkTooLate, { name, seconds }));
    });
  } catch (error) {
    throw error instanceof ChunkLoadError
      ? error
      : new ChunkLoadError(t(pageMessages.chunkFailed, { name }), error);
  }
}

/** Parts of the page that the first screen does without: fetched once, when they are first wanted. */
export class LazyParts<Parts extends object> {
  readonly #name: string;
  readonly #load: () => Promise<Parts>;
  #fetched: Parts | undefined;

  /** @param name what they are, for the message where they do not arrive */
  constructor(name: string, load: () => Promise<Parts>) {
    this.#name = name;
    this.#load = load;
  }

  /** Undefined until they have arrived. */
  get fetched(): Parts | undefined {
    return this.#fetched;
  }

  /** @throws {ChunkLoadError} */
  async fetch(): Promise<Parts> {
    this.#fetched ??= await loadChunk(this.#name, this.#load);
    return this.#fetched;
  }
}

/**
 * Parts of the page, undefined until they have arrived. Where they do not, the page says so and offers to reload, which brings
 * the work back.
 * @param isWanted there is something to show, or soon will be
 */
export function useLazyParts<Parts extends object>(
  parts: LazyParts<Parts>,
  isWanted: boolean,
): Parts | undefined {
  const [arrived, setArrived] = useState<Parts>();
  useEffect(() => {
    if (!isWanted || parts.fetched) return;
    parts.fetch().then(setArrived, error =>
      setArrived(() => {
        throw error;
      }),
    );
  }, [parts, isWanted]);
  return arrived ?? parts.fetched;
}
