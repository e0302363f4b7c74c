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
  hear(faultsByPicture: readonly (readonly RecognitionFault[])[]): void;
}

/** To look at all files takes 0.1 s of work, and every page asks. */
const maxAgeMs = 30_000;

/**
 * What the files explain is asked of the files, so that it is said when they break, and no longer when they are mended.
 * Anything else that keeps a child from loading a model is said until a child can.
 */
export function createFaultWatch({ textLanguages, warn }: FaultWatchOptions): FaultWatch {
  let inFiles: Promise<readonly string[]> | undefined;
  let lookedAtMs = 0;
  let heard: readonly string[] = [];
  /** What was told to whoever runs the server, and is not over. */
  let told: readonly string[] = [];

  function lookAtFiles(): Promise<readonly string[]> {
    lookedAtMs = performance.now();
    inFiles = findRecognitionFaults(textLanguages);
    return inFiles;
  }

  return {
    async findFaults() {
      const isFresh = inFiles !== undefined && performance.now() - lookedAtMs < maxAgeMs;
      const found = await (isFresh ? (inFiles as Promise<readonly string[]>) : lookAtFiles());
      return [...new Set([...found, ...heard])];
    },
    hear(faultsByPicture) {
      const sentences = [...new Set(faultsByPicture.flat().map(({ sentence }) => sentence))];
      for (const sentence of sentences) if (!told.includes(sentence)) warn?.(sentence);
      told = sentences;
      const last = faultsByPicture.at(-1) ?? [];
      const lasting = last.filter(({ isLasting }) => isLasting).map(({ sentence }) => sentence);
      // A child that loaded its models before the files broke, or after they were mended, says nothing against them.
      if (lasting.length > 0) {
        void lookAtFiles().then(found => {
          heard = lasting.filter(sentence => !found.includes(sentence));
        });
      } else heard = [];
    },
  };
}
