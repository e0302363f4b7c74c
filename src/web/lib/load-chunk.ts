import { waitAtMost } from '#shared/async/limit-time.ts';
import { chunkLoadTimeoutMs } from '#shared/limits.ts';

/** A part of the page that is fetched when it is needed did not arrive. Reloading the page is the way out. */
export class ChunkLoadError extends Error {
  constructor(name: string, reason: string, cause?: unknown) {
    super(`Loading chunk "${name}" failed (${reason}).`, { cause });
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
      throw new ChunkLoadError(name, `it did not arrive within ${chunkLoadTimeoutMs / 1000} seconds`);
    });
  } catch (error) {
    throw error instanceof ChunkLoadError
      ? error
      : new ChunkLoadError(name, 'it could not be fetched', error);
  }
}
