import { loadChunk } from '../../../lib/load-chunk.ts';
import type { NarrationService } from '../model/narration-service.ts';
import type { SendSpeech } from './post-sounds.ts';
import type { PaidScript } from './post-texts.ts';

interface SharedCalls
  extends Pick<NarrationService, 'rewriteLine' | 'translateLines' | 'transcribe' | 'speakLines'> {
  rewriteScript(...order: Parameters<NarrationService['rewriteScript']>): Promise<PaidScript>;
  /** @param send posts to the path */
  createAudio(path: string, send: SendSpeech): NarrationService['createAudio'];
}

/**
 * What the calls of free page and dashboards have in common, fetched when it is needed.
 * @param prefix of the paths
 * @param noteSpoken gets the headers of an answer with speech
 */
export function createSharedCalls(prefix: string, noteSpoken?: (headers: Headers) => void): SharedCalls {
  const texts = () => loadChunk('texts', () => import('./post-texts.ts'));
  const sounds = () => loadChunk('sounds', () => import('./post-sounds.ts'));
  return {
    rewriteScript: async (order, report) => (await texts()).postRewriting(`${prefix}/rewrite`, order, report),
    rewriteLine: async order => (await texts()).postLineRewriting(`${prefix}/rewrite-line`, order),
    translateLines: async (order, report) =>
      (await texts()).postTranslation(`${prefix}/translate`, order, report),
    transcribe: async order => (await sounds()).postSound(`${prefix}/transcript`, order),
    speakLines: async (order, report) => {
      const headers = await (await sounds()).postLines(`${prefix}/fit`, order, report);
      noteSpoken?.(headers);
    },
    createAudio: (path, send) => async (order, report) => {
      const { sound, headers } = await (await sounds()).postSpeech(path, order, send, report);
      noteSpoken?.(headers);
      return sound;
    },
  };
}
