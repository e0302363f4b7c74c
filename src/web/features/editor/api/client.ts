import { loadChunk } from '../../../lib/load-chunk.ts';
import type { NarrationService } from '../model/narration-service.ts';
import type { SendSpeech } from './calls.ts';

type SharedCalls = Omit<NarrationService, 'prepare' | 'createScript' | 'createAudio'> & {
  /** @param send posts to the path */
  createAudio(path: string, send: SendSpeech): NarrationService['createAudio'];
};

/** Fetched when it is needed. @param prefix of the paths @param noteSpoken gets the headers of an answer with speech */
export function createSharedCalls(prefix: string, noteSpoken?: (headers: Headers) => void): SharedCalls {
  const load = () => loadChunk('calls', () => import('./calls.ts'));
  return {
    rewriteScript: async (...order) => (await load()).postRewriting(`${prefix}/rewrite`, ...order),
    rewriteLine: async order => (await load()).postLineRewriting(`${prefix}/rewrite-line`, order),
    translateLines: async (...order) => (await load()).postTranslation(`${prefix}/translate`, ...order),
    transcribe: async order => (await load()).postSound(`${prefix}/transcript`, order),
    async speakLines(...order) {
      const headers = await (await load()).postLines(`${prefix}/fit`, ...order);
      noteSpoken?.(headers);
    },
    createAudio: (path, send) => async (order, report) => {
      const { sound, headers } = await (await load()).postSpeech(path, order, send, report);
      noteSpoken?.(headers);
      return sound;
    },
  };
}
