import { useEffect, useState } from 'react';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { chunkLoadTimeoutMs } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { ChunkLoadError } from './failures.ts';

/** Loads a chunk, named in the message. @throws {ChunkLoadError} if it cannot be fetched, or not within 120 seconds */
export async function loadChunk<Chunk>(name: string, load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await waitAtMost(chunkLoadTimeoutMs, load(), () => {
      const seconds = chunkLoadTimeoutMs / 1000;
      throw new ChunkLoadError(t(pageMessages.chunkTooLate, { name, seconds }));
    });
  } catch (error) {
    throw error instanceof ChunkLoadError
      ? error
      : new ChunkLoadError(t(pageMessages.chunkFailed, { name }), { cause: error });
  }
}

interface LazyParts<Parts> {
  readonly fetched: Parts | undefined;
  /** @throws {ChunkLoadError} */
  fetch(): Promise<Parts>;
}

/** @param name for the error message */
export function lazyParts<Parts extends object>(name: string, load: () => Promise<Parts>): LazyParts<Parts> {
  let fetched: Parts | undefined;
  return {
    get fetched() {
      return fetched;
    },
    async fetch() {
      fetched ??= await loadChunk(name, load);
      return fetched;
    },
  };
}

/** Undefined until loaded. On failure the page reports it and offers a reload, which keeps the work. */
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
