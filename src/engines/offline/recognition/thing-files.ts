import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readPackagedFile } from './packaged-file.ts';

export interface ThingFileAddresses {
  readonly model: URL;
  readonly weights: URL;
  readonly tensorFlow: URL;
  /** The folder with TensorFlow's WebAssembly files. */
  readonly wasmFolder: URL;
}

/** The packages the files come from, in the versions whose bytes are known. */
const human = '@vladmandic/human 3.3.6';
const wasmBackend = '@tensorflow/tfjs-backend-wasm 4.22.0';

/**
 * The package and the SHA-256 of each file that is loaded, by its name. A damaged model might still answer, only strangely; so
 * nothing is loaded but what was measured. Whoever changes a version looks again at docs/decisions/offline-vision.md.
 */
const knownFiles: Readonly<Record<string, readonly [from: string, sha256: string]>> = {
  'centernet.json': [human, 'bfb942eaacc5becf738d536663bc4580a0ae9e560722306e6d4dd7fe4a09de05'],
  'centernet.bin': [human, '1b635a15009071f506f9f2b3519b31c072c534888989f30d269ffd44734ef7ef'],
  'tfjs.esm.js': [human, 'e973fb19d60c674f71abc5225f63011dde7c3180806ec20ffd1b6f1ca77f5cc7'],
  'tfjs-backend-wasm-simd.wasm': [
    wasmBackend,
    '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  ],
  'tfjs-backend-wasm.wasm': [wasmBackend, '70a5d516060464e5269f01c74bac1772d6b8ab6cb612acf16b5cdaf61f78d892'],
};

/** Where npm has put the files. @throws Error with a sentence when a package is not installed */
export function findThingFiles(): ThingFileAddresses {
  // What the package exports lies in dist/.
  const dist = resolveFile('@vladmandic/human', human);
  return {
    model: new URL('../models/centernet.json', dist),
    weights: new URL('../models/centernet.bin', dist),
    tensorFlow: new URL('tfjs.esm.js', dist),
    wasmFolder: new URL(
      './',
      resolveFile('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm', wasmBackend),
    ),
  };
}

function resolveFile(name: string, from: string): URL {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(name));
  } catch (cause) {
    // Node's own words go on for lines, with the folders of this machine.
    throw new Error(`The package ${from} is not installed, or damaged.`, { cause });
  }
}

/**
 * Reads a file of the detector.
 * @throws Error with a sentence that names the file, when it is missing or not the one we know
 */
export async function readThingFile(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = fileURLToPath(address);
  const file = basename(path);
  const known = knownFiles[file];
  if (!known) throw new Error(`${file} is not a file of the detector of things.`);
  const [from, sha256] = known;
  return await readPackagedFile({ path, name: `${file} of ${from}`, sha256 });
}

/** @throws Error with a sentence when a package, or a file of it, is missing or damaged */
export async function checkThingFiles(files = findThingFiles()): Promise<void> {
  const { model, weights, tensorFlow, wasmFolder } = files;
  // Of the three builds every Node takes this one.
  const wasm = new URL('tfjs-backend-wasm-simd.wasm', wasmFolder);
  for (const file of [model, weights, tensorFlow, wasm]) await readThingFile(file);
}
