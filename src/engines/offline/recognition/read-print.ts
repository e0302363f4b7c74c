import { fileURLToPath } from 'node:url';
import { supportsFastBuild } from 'tesseract-wasm';
import { describeMissingTextData, findTextData } from './find-text-data.ts';
import { type PackagedFile, readPackagedFile } from './packaged-file.ts';
import type { PrintTask, PrintWorkerData } from './print-worker.ts';
import type { PrintLimits } from './read-picture.ts';
import type { ReadLine, RgbPicture } from './recognised.ts';
import { startTaskThread } from './task-thread.ts';

export interface PrintReader {
  /**
   * Reads the print in a picture, the largest lines first. One picture at a time is read, in the order of the calls.
   * @throws Error when the thread died or took far too long; then each further call throws, too
   */
  read(picture: RgbPicture, limits: PrintLimits): Promise<readonly ReadLine[]>;
  close(): Promise<void>;
}

/** Of tesseract-wasm 0.11.0. */
const fastProgram = {
  name: 'tesseract-core.wasm',
  sha256: '3822dc6ee83d507f2bd2f83b97a3dd5dabf3ea71a9836d951602c9054615137e',
};
const plainProgram = {
  name: 'tesseract-core-fallback.wasm',
  sha256: '94d9ce820d31a75814d0b4e5d099405b8738b11633bcef8c0d078a53b2b1ded2',
};
/** Of @tesseract.js-data/eng 1.0.0, 4.0.0_best_int. Packages that somebody added have their own versions. */
const englishSha256 = '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91';

/**
 * Starts a thread that reads print; takes about 0.2 s.
 * @param languages of data packages, such as `eng`; each costs a model in memory, and its time for each line
 * @throws Error when a package is missing or a file is damaged
 */
export async function createPrintReader(languages: readonly string[]): Promise<PrintReader> {
  const thread = await startTaskThread<PrintTask, readonly ReadLine[]>({
    file: new URL('./print-worker.ts', import.meta.url),
    workerData: locateFiles(languages),
    name: 'The reader of print',
    check: () => checkPrintFiles(languages),
  });
  return {
    read: (picture, limits) => thread.ask({ picture, limits }, limits.maxMs),
    close: thread.close,
  };
}

/**
 * Makes sure that the files of the reader are there and whole, without loading them.
 * @throws Error with a sentence when a file is missing or damaged
 */
export async function checkPrintFiles(languages: readonly string[]): Promise<void> {
  const { wasm, models } = locateFiles(languages);
  for (const file of [wasm, ...models]) await readPackagedFile(file);
}

function locateFiles(languages: readonly string[]): PrintWorkerData {
  const { installed, missing } = findTextData(languages);
  if (missing.length > 0) throw new Error(describeMissingTextData(missing));
  const { name, sha256 } = supportsFastBuild() ? fastProgram : plainProgram;
  const program = new URL(name, import.meta.resolve('tesseract-wasm'));
  return {
    wasm: describeFile(fileURLToPath(program), sha256),
    models: installed.map(({ language, path }) =>
      describeFile(path, language === 'eng' ? englishSha256 : undefined),
    ),
  };
}

function describeFile(path: string, sha256: string | undefined): PackagedFile {
  const inPackage = path.split('/').slice(-3).join('/');
  return { path, name: `The file ${inPackage} of the reader of print`, sha256 };
}
