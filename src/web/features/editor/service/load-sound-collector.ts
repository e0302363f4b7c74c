import { loadChunk } from '../../../lib/load-chunk.ts';

/**
 * Fetches what reads the answer of a speech call.
 * @throws {ChunkLoadError}
 */
export function loadSoundCollector() {
  return loadChunk('speech', () => import('./collect-sound.ts'));
}
