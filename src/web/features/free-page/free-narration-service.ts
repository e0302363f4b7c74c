import { postJson } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { collectSound } from '../studio/collect-sound.ts';
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

  async createAudio({ signal, ...order }, report) {
    const response = await postJson('/api/free/speech', order, { signal });
    return collectSound(response, signal, report);
  },
};

function loadFreeScript() {
  return loadChunk('narration', () => import('./create-free-script.ts'));
}
