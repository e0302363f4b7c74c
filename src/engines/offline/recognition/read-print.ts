import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { supportsFastBuild } from 'tesseract-wasm';
import { describeMissingTextData, findTextData } from './find-text-data.ts';
import { type PackagedFile, readPackagedFile } from './packaged-file.ts';
import type { PrintAnswer, PrintTask, PrintWorkerData } from './print-task.ts';
import type { PrintLimits } from './read-picture.ts';
import type { ReadLine, RgbPicture } from './recognised.ts';

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

/** A thread that is not ready, or not done with a picture, this long after its limit is ended. */
const graceMs = 20_000;

/**
 * Starts a thread that reads print; takes about 0.2 s.
 * @param languages of data packages, such as `eng`; each costs a model in memory, and its time for each line
 * @throws Error when a package is missing or a file is damaged
 */
export async function createPrintReader(languages: readonly string[]): Promise<PrintReader> {
  const worker = startThread(locateFiles(languages));
  let waiting: PromiseWithResolvers<PrintAnswer> | undefined;
  let death: Error | undefined;
  const die = (cause: unknown) => {
    death ??= new Error('The reader of print broke off.', { cause });
    waiting?.reject(death);
  };
  worker.on('message', (answer: PrintAnswer) => waiting?.resolve(answer));
  worker.on('error', die);
  worker.on('exit', die);

  /** Waits for the thread's next answer. */
  async function listen(limitMs: number): Promise<PrintAnswer> {
    if (death) throw death;
    waiting = Promise.withResolvers();
    const timer = setTimeout(() => {
      die('It took too long.');
      void worker.terminate();
    }, limitMs);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  await listen(graceMs).catch(async error => {
    // What a thread dies of may be in anybody's words, with folders of this machine.
    await checkPrintFiles(languages);
    throw error;
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(picture, limits) {
      const reading = last.then(async () => {
        if (!death) worker.postMessage({ picture, limits } satisfies PrintTask);
        return (await listen(limits.mostMs + graceMs)).lines;
      });
      last = reading.catch(() => undefined);
      return reading;
    },
    async close() {
      await worker.terminate();
    },
  };
}

function startThread(workerData: PrintWorkerData): Worker {
  // Tesseract writes what it thinks of a picture to the console: nothing of that may get into a log.
  const worker = new Worker(new URL('./print-worker.ts', import.meta.url), {
    workerData,
    stdout: true,
    stderr: true,
    execArgv: [],
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
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
