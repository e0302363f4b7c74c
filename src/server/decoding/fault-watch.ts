import { findRecognitionFaults } from '#engines/offline/recognition/find-faults.ts';
import type { RecognitionFault } from './recognition-task.ts';

export interface FaultWatchOptions {
  /** Languages of text recognition, as codes. */
  readonly textLanguages: readonly string[];
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Tracks what offline vision currently cannot do. */
export interface FaultWatch {
  /** Sentences; empty if all is well. The result of checking the files is at most half a minute old. */
  findFaults(): Promise<readonly string[]>;
  /** Reports the faults that a child met in a request's images, in their order. */
  receive(faultsByPicture: readonly (readonly RecognitionFault[])[]): void;
}

/** Checking all files takes 0.1 s, and every page load asks. */
const maxAgeMs = 30_000;

/**
 * Faults explained by damaged files are found by checking the files, so that they are reported until the files are fixed. Other faults that
 * keep a child from loading a model are reported until a child succeeds.
 */
export function createFaultWatch({ textLanguages, warn }: FaultWatchOptions): FaultWatch {
  let inFiles: Promise<readonly string[]> = Promise.resolve([]);
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let childFaults: readonly string[] = [];
  /** All faults ever found in the files. */
  const explained = new Set<string>();
  /** Reported to the operator and not over yet. */
  let reported: readonly string[] = [];

  return {
    async findFaults() {
      if (performance.now() - checkedAtMs > maxAgeMs) {
        checkedAtMs = performance.now();
        inFiles = findRecognitionFaults(textLanguages);
      }
      const found = await inFiles;
      // A child may have met it before the files were fixed, so only the file check counts.
      for (const sentence of found) explained.add(sentence);
      return [...found, ...childFaults.filter(sentence => !explained.has(sentence))];
    },
    receive(faultsByPicture) {
      const sentences = [...new Set(faultsByPicture.flat().map(({ sentence }) => sentence))];
      for (const sentence of sentences) if (!reported.includes(sentence)) warn?.(sentence);
      const isChange = sentences.join() !== reported.join();
      reported = sentences;
      childFaults = (faultsByPicture.at(-1) ?? [])
        .filter(fault => fault.isLasting)
        .map(({ sentence }) => sentence);
      if (isChange) checkedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
