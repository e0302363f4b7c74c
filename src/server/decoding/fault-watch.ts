import { findRecognitionFaults } from '#engines/offline/recognition/find-faults.ts';
import type { RecognitionFault } from './recognition-task.ts';

export interface FaultWatchOptions {
  /** Codes of the languages whose print is read. */
  readonly textLanguages: readonly string[];
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Knows what the offline eyes cannot do at the moment. */
export interface FaultWatch {
  /** Sentences, none when all is well. What is read from the files is at most half a minute old. */
  findFaults(): Promise<readonly string[]>;
  /** Takes note of what a child could not do in the pictures of one asker, in their order. */
  receive(faultsByPicture: readonly (readonly RecognitionFault[])[]): void;
}

/** To look at all files takes 0.1 s of work, and every page asks. */
const maxAgeMs = 30_000;

/**
 * What the files explain is asked of the files, so that it is said when they break, and no longer when they are mended.
 * Anything else that keeps a child from loading a model is said until a child can.
 */
export function createFaultWatch({ textLanguages, warn }: FaultWatchOptions): FaultWatch {
  let inFiles: Promise<readonly string[]> = Promise.resolve([]);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let heard: readonly string[] = [];
  /** All that was ever found in the files. */
  const explained = new Set<string>();
  /** What was reported to the operator and is not over. */
  let reported: readonly string[] = [];

  return {
    async findFaults() {
      if (performance.now() - lookedAtMs > maxAgeMs) {
        lookedAtMs = performance.now();
        inFiles = findRecognitionFaults(textLanguages);
      }
      const found = await inFiles;
      // What the files explain is theirs to say: a child may have met with it before they were mended.
      for (const sentence of found) explained.add(sentence);
      return [...found, ...heard.filter(sentence => !explained.has(sentence))];
    },
    receive(faultsByPicture) {
      const sentences = [...new Set(faultsByPicture.flat().map(({ sentence }) => sentence))];
      for (const sentence of sentences) if (!reported.includes(sentence)) warn?.(sentence);
      const isChange = sentences.join() !== reported.join();
      reported = sentences;
      heard = (faultsByPicture.at(-1) ?? []).filter(fault => fault.isLasting).map(({ sentence }) => sentence);
      if (isChange) lookedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
