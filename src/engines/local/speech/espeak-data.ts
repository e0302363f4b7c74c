import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const folderName = 'espeak-ng-data';
/**
 * The folder with espeak-ng's rules for how words are pronounced, which Piper's and Kokoro's voices need. It is unpacked from the
 * package of the offline voices into the models folder once: 24 MB.
 * @returns its absolute path
 */
export async function prepareEspeakData(modelsFolder: string): Promise<string> {
  const folder = join(modelsFolder, folderName);
  if (await exists(folder)) return folder;
  // Renamed when it is whole: two processes may do this at once.
  const partial = await mkdtemp(`${folder}-`);
  try {
    await unpack(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

async function unpack(folder: string): Promise<void> {
  const program = new URL(import.meta.resolve('@echogarden/espeak-ng-emscripten'));
  const [source, data] = await Promise.all([
    readFile(program, 'utf8'),
    readFile(new URL('espeak-ng.data', program)),
  ]);
  // The program lists the files that the data file holds one behind the other.
  const entries = source.matchAll(
    /\{filename:"\/usr\/share\/espeak-ng-data\/([^"]+)",start:(\d+),end:(\d+)/gu,
  );
  for (const [, name = '', start, end] of entries) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, data.subarray(Number(start), Number(end)));
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
