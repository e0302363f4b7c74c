import { callWithKey } from '../../../lib/call-server.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { AudioOrder, NarrationService } from '../model/narration-service.ts';
import type { PaidScript } from './post-script.ts';

type CreateAudio = NarrationService['createAudio'];

type SharedCall = 'rewriteLine' | 'translateLines' | 'transcribe' | 'speakLines';

interface SharedCalls extends Pick<NarrationService, SharedCall> {
  rewriteScript(...order: Parameters<NarrationService['rewriteScript']>): Promise<PaidScript>;
  /** @param send posts to the path */
  createAudio(
    path: string,
    send: (order: AudioOrder, headers: Record<string, string>) => Promise<Response>,
  ): CreateAudio;
}

/**
 * What the calls of free page and dashboards have in common, fetched when it is needed.
 * @param prefix of the paths
 * @param noteSpoken gets the headers of an answer with speech
 */
export function createSharedCalls(prefix: string, noteSpoken?: (headers: Headers) => void): SharedCalls {
  const loadWriter = () => loadChunk('line writer', () => import('./post-script.ts'));
  return {
    async rewriteScript(order, report) {
      const { postRewriting } = await loadWriter();
      return postRewriting(`${prefix}/rewrite`, order, report);
    },
    async rewriteLine(order) {
      const { postLineRewriting } = await loadWriter();
      return postLineRewriting(`${prefix}/rewrite-line`, order);
    },
    async translateLines(order, report) {
      const { postTranslation } = await loadChunk('translator', () => import('./post-translation.ts'));
      return postTranslation(`${prefix}/translate`, order, report);
    },
    async transcribe(order) {
      const { postSound } = await loadChunk('hearing', () => import('./post-sound.ts'));
      return postSound(`${prefix}/transcript`, order);
    },
    async speakLines(order, report) {
      const { postLines } = await loadChunk('lines', () => import('./post-lines.ts'));
      const headers = await postLines(`${prefix}/fit`, order, report);
      noteSpoken?.(headers);
    },
    createAudio: (path, send) => async (order, report) => {
      const { collectSound, soundHeaders } = await loadChunk('speech', () => import('./collect-sound.ts'));
      const { signal, ...asked } = order;
      return callWithKey(path, asked, async key => {
        const response = await send(order, { ...soundHeaders, ...key });
        const sound = await collectSound(response, signal, report);
        noteSpoken?.(response.headers);
        return sound;
      });
    },
  };
}
