import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { RgbPicture } from '#shared/print/grey-picture.ts';
import { type PrintFiles, readPackagedFile } from './model-files.ts';
import { createPictureReader, loadTesseract, type PrintLimits } from './read-picture.ts';
import { freePicture, type ReadLine } from './recognised.ts';

export interface PrintTask {
  readonly picture: RgbPicture;
  readonly limits: PrintLimits;
}

/** A model is never larger than this; the largest of the packages takes 30 MB. In bytes. */
const maxModelBytes = 128 * 1024 ** 2;

const { wasm, models } = workerData as PrintFiles;
const program = await readPackagedFile(wasm);
const reader = createPictureReader(
  await Promise.all(
    models.map(async model =>
      loadTesseract(program, gunzipSync(await readPackagedFile(model), { maxOutputLength: maxModelBytes })),
    ),
  ),
  measureWorkMs,
);

/** Milliseconds of work of this thread: by the clock a busy machine would read less than an idle one. */
function measureWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', ({ picture, limits }: PrintTask) => {
  const lines = reader.read(picture, limits);
  freePicture(picture);
  parentPort?.postMessage(lines satisfies readonly ReadLine[]);
});
parentPort?.postMessage('ready');
