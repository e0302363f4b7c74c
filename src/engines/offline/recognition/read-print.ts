import type { RgbPicture } from '#shared/print/grey-picture.ts';
import { checkPrintFiles, findPrintFiles } from './model-files.ts';
import type { PrintTask } from './print-worker.ts';
import type { PrintLimits } from './read-picture.ts';
import type { ReadLine } from './recognised.ts';
import { startTaskThread } from './task-thread.ts';

export type PrintReader = Awaited<ReturnType<typeof createPrintReader>>;

/**
 * Starts a thread that reads print; takes about 0.2 s.
 * @param languages of data packages, such as `eng`; each costs a model in memory, and its time for each line
 * @throws Error when a package is missing or a file is damaged
 */
export async function createPrintReader(languages: readonly string[]) {
  const thread = await startTaskThread<PrintTask, readonly ReadLine[]>({
    file: new URL('./print-worker.ts', import.meta.url),
    workerData: findPrintFiles(languages),
    name: 'The reader of print',
    check: () => checkPrintFiles(languages),
  });
  return {
    /**
     * Reads the print in a picture, the largest lines first. One picture at a time is read, in the order of the calls.
     * @throws Error when the thread died or took far too long; then each further call throws, too
     */
    read: (picture: RgbPicture, limits: PrintLimits) => thread.ask({ picture, limits }, limits.maxMs),
    close: thread.close,
  };
}
