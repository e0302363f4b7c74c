import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { PrintAnswer, PrintTask, PrintWorkerData } from './print-task.ts';
import { readPicture } from './read-picture.ts';
import { loadTesseract } from './tesseract.ts';

/** A model is never larger than this; the largest of the packages takes 30 MB. In bytes. */
const maxModelBytes = 128 * 1024 ** 2;

const { wasm, models } = workerData as PrintWorkerData;
const program = await readWhole(wasm.path, wasm.sha256);
const readers = await Promise.all(
  models.map(async ({ path, sha256 }) =>
    loadTesseract(program, gunzipSync(await readWhole(path, sha256), { maxOutputLength: maxModelBytes })),
  ),
);

parentPort?.on('message', ({ picture, limits }: PrintTask) => {
  const lines = readPicture(picture, readers, limits, () => performance.now());
  parentPort?.postMessage({ lines } satisfies PrintAnswer);
});
parentPort?.postMessage({ lines: [] } satisfies PrintAnswer);

/** A file of a package, which must be the one that was tried out. */
async function readWhole(path: string, sha256: string | undefined): Promise<Uint8Array> {
  const bytes = await readFile(path);
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The file ${path.split('/').slice(-3).join('/')} of the reader of print is damaged.`);
  return bytes;
}
