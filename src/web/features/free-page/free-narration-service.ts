import type { SpeechRequest } from '#shared/api/free.ts';
import { postJson } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { readPieces } from '../../lib/read-pieces.ts';
import type { NarrationService } from '../studio/narration-service.ts';

/** The free page's three calls. What makes a script is fetched with the first video, not with the page. */
export const freeNarrationService: NarrationService = {
  async prepare() {
    await loadFreeScript();
  },

  async createScript(order, report) {
    const { createFreeScript } = await loadFreeScript();
    return createFreeScript(order, report);
  },

  async createAudio({ script, voice, language, signal }, report) {
    const request: SpeechRequest = { script, voice, language };
    const response = await postJson('/api/free/speech', request, { signal });
    const pieces: BlobPart[] = [];
    let receivedBytes = 0;
    for await (const piece of readPieces(response, signal)) {
      pieces.push(piece);
      receivedBytes += piece.length;
      report(receivedBytes);
    }
    return new Blob(pieces, { type: 'audio/mpeg' });
  },
};

function loadFreeScript() {
  return loadChunk('narration', () => import('./create-free-script.ts'));
}
