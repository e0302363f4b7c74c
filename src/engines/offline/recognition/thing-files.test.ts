import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { findThingFiles, type ThingFileAddresses } from './model-files.ts';
import { createThingRecogniser } from './recognise-things.ts';

describe('files of the detector that are not what they were', () => {
  const damages: Readonly<
    Record<string, { file: string; damage: (path: string) => Promise<void>; says: string }>
  > = {
    'weights that are cut off': {
      file: 'centernet.bin',
      damage: async path => await writeFile(path, (await readFile(path)).subarray(0, 1_000_000)),
      says: 'centernet.bin of @vladmandic/human 3.3.6 is damaged, or of another version.',
    },
    'weights with one wrong byte': {
      file: 'centernet.bin',
      damage: async path => {
        const bytes = await readFile(path);
        bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      says: 'centernet.bin of @vladmandic/human 3.3.6 is damaged, or of another version.',
    },
    'a graph that is no JSON': {
      file: 'centernet.json',
      damage: path => writeFile(path, '{"modelTopology":'),
      says: 'centernet.json of @vladmandic/human 3.3.6 is damaged, or of another version.',
    },
    'weights that are missing': {
      file: 'centernet.bin',
      damage: path => rm(path),
      says: 'centernet.bin of @vladmandic/human 3.3.6 cannot be read.',
    },
    'another TensorFlow.js': {
      file: 'tfjs.esm.js',
      damage: path => writeFile(path, 'export const version = 5;'),
      says: 'tfjs.esm.js of @vladmandic/human 3.3.6 is damaged, or of another version.',
    },
    'no WebAssembly': {
      file: 'tfjs-backend-wasm-simd.wasm',
      damage: path => rm(path),
      says: 'tfjs-backend-wasm-simd.wasm of @tensorflow/tfjs-backend-wasm 4.22.0 cannot be read.',
    },
  };

  test.each(Object.entries(damages))('are refused in a sentence: %s', async (_, { file, damage, says }) => {
    await using folder = await makeTemporaryFolder();
    const addresses = await copyFiles(folder.path);
    await damage(join(folder.path, file));
    await expect(createThingRecogniser(addresses)).rejects.toThrow(says);
  });

  test('are taken from where they are said to be', async () => {
    await using folder = await makeTemporaryFolder();
    const addresses = await copyFiles(folder.path);
    const recogniser = await createThingRecogniser(addresses);
    onTestFinished(() => recogniser.close());
    const black = { width: 2, height: 2, pixels: new Uint8Array(12) };
    await expect(recogniser.recognise(black)).resolves.toBeDefined();
  });
});

/** Copies the detector's files into a folder. */
async function copyFiles(folder: string): Promise<ThingFileAddresses> {
  const { model, weights, tensorFlow, wasmFolder } = findThingFiles();
  const wasm = new URL('tfjs-backend-wasm-simd.wasm', wasmFolder);
  for (const file of [model, weights, tensorFlow, wasm])
    await cp(file, join(folder, basename(file.pathname)));
  const place = (name: string) => pathToFileURL(join(folder, name));
  return {
    model: place('centernet.json'),
    weights: place('centernet.bin'),
    tensorFlow: place('tfjs.esm.js'),
    wasmFolder: new URL('./', place('centernet.json')),
  };
}
