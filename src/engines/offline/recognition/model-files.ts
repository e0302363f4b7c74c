import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { supportsFastBuild } from 'tesseract-wasm';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';

/*
 * The files of the recognisers, which come in npm packages. A damaged model might still answer, only strangely; so nothing is loaded but
 * what was measured. Whoever changes a version looks again at docs/decisions/offline-vision.md.
 */

const require = createRequire(import.meta.url);

export interface PackagedFile {
  readonly path: string;
  /** As it stands in a sentence, without a folder of this machine. */
  readonly name: string;
  /** Of the file that was tried out; undefined for one of a package that somebody added. */
  readonly sha256: string | undefined;
}

/** @throws Error with a sentence that names the file, when it is missing or not the one that was tried out */
export async function readPackagedFile({
  path,
  name,
  sha256,
}: PackagedFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read.`, { cause });
  });
  if (sha256 !== undefined && hash('sha256', bytes) !== sha256)
    throw new Error(`${name} is damaged, or of another version.`);
  return bytes;
}

export type ThingFileAddresses = ReturnType<typeof findThingFiles>;

const human = '@vladmandic/human 3.3.6';
const wasmBackend = '@tensorflow/tfjs-backend-wasm 4.22.0';
const thingFiles: Readonly<Record<string, readonly [from: string, sha256: string]>> = {
  'centernet.json': [human, 'bfb942eaacc5becf738d536663bc4580a0ae9e560722306e6d4dd7fe4a09de05'],
  'centernet.bin': [human, '1b635a15009071f506f9f2b3519b31c072c534888989f30d269ffd44734ef7ef'],
  'tfjs.esm.js': [human, 'e973fb19d60c674f71abc5225f63011dde7c3180806ec20ffd1b6f1ca77f5cc7'],
  'tfjs-backend-wasm-simd.wasm': [
    wasmBackend,
    '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  ],
  'tfjs-backend-wasm.wasm': [wasmBackend, '70a5d516060464e5269f01c74bac1772d6b8ab6cb612acf16b5cdaf61f78d892'],
};

/** @throws Error with a sentence when a package is not installed */
export function findThingFiles() {
  // What the package exports lies in dist/.
  const dist = resolveFile('@vladmandic/human', human);
  const wasm = resolveFile('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm', wasmBackend);
  return {
    model: new URL('../models/centernet.json', dist),
    weights: new URL('../models/centernet.bin', dist),
    tensorFlow: new URL('tfjs.esm.js', dist),
    wasmFolder: new URL('./', wasm),
  };
}

function resolveFile(name: string, from: string): URL {
  try {
    return pathToFileURL(require.resolve(name));
  } catch (cause) {
    // Node's own words go on for lines, with the folders of this machine.
    throw new Error(`The package ${from} is not installed, or damaged.`, { cause });
  }
}

export async function readThingFile(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = fileURLToPath(address);
  const file = basename(path);
  const [from, sha256] = thingFiles[file] ?? [];
  if (!from) throw new Error(`${file} is not a file of the detector of things.`);
  return await readPackagedFile({ path, name: `${file} of ${from}`, sha256 });
}

/** @throws as {@link findThingFiles} and {@link readThingFile} */
export async function checkThingFiles(files = findThingFiles()): Promise<void> {
  const { model, weights, tensorFlow, wasmFolder } = files;
  // Of the three builds every Node takes this one.
  const wasm = new URL('tfjs-backend-wasm-simd.wasm', wasmFolder);
  for (const file of [model, weights, tensorFlow, wasm]) await readThingFile(file);
}

/** Of tesseract-wasm 0.11.0. */
const printPrograms = {
  fast: {
    file: 'tesseract-core.wasm',
    sha256: '3822dc6ee83d507f2bd2f83b97a3dd5dabf3ea71a9836d951602c9054615137e',
  },
  plain: {
    file: 'tesseract-core-fallback.wasm',
    sha256: '94d9ce820d31a75814d0b4e5d099405b8738b11633bcef8c0d078a53b2b1ded2',
  },
};
/** Of @tesseract.js-data/eng 1.0.0, 4.0.0_best_int. Packages that somebody added have their own versions. */
const englishSha256 = '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91';
/** The variants that a package has: the first is as good as the second here and a quarter of its size. */
const textVariants = ['4.0.0_best_int', '4.0.0'];

/**
 * Finds the installed data packages `@tesseract.js-data/<language>`. Opens none of their files.
 * @param languages as the packages are called: `eng`, `deu`, `jpn`
 * @returns the paths of the gzipped models, and the languages whose package is not there
 */
export function findTextData(languages: readonly string[]) {
  const found = languages.map(language => ({ language, path: findTextModel(language) }));
  return {
    installed: found.flatMap(({ language, path }) => (path === undefined ? [] : { language, path })),
    missing: found.flatMap(({ language, path }) => (path === undefined ? language : [])),
  };
}

function findTextModel(language: string): string | undefined {
  try {
    const folder = dirname(require.resolve(`${nameTextPackage(language)}/package.json`));
    return textVariants
      .map(variant => join(folder, variant, `${language}.traineddata.gz`))
      .find(path => existsSync(path));
  } catch {
    return undefined;
  }
}

function nameTextPackage(language: string): string {
  return `@tesseract.js-data/${language}`;
}

export function describeMissingTextData(missing: readonly string[]): string {
  const packages = missing.map(nameTextPackage).join(' ');
  return t(engineMessages.textDataMissing, { languages: missing.join(', '), packages });
}

export type PrintFiles = ReturnType<typeof findPrintFiles>;

/** @throws Error with a sentence when a package is missing */
export function findPrintFiles(languages: readonly string[]) {
  const { installed, missing } = findTextData(languages);
  if (missing.length > 0) throw new Error(describeMissingTextData(missing));
  const { file, sha256 } = supportsFastBuild() ? printPrograms.fast : printPrograms.plain;
  const program = new URL(file, import.meta.resolve('tesseract-wasm'));
  return {
    wasm: namePrintFile(fileURLToPath(program), sha256),
    models: installed.map(({ language, path }) =>
      namePrintFile(path, language === 'eng' ? englishSha256 : undefined),
    ),
  };
}

function namePrintFile(path: string, sha256: string | undefined): PackagedFile {
  const inPackage = path.split('/').slice(-3).join('/');
  return { path, name: `The file ${inPackage} of the reader of print`, sha256 };
}

/** @throws as {@link findPrintFiles} and {@link readPackagedFile} */
export async function checkPrintFiles(languages: readonly string[]): Promise<void> {
  const { wasm, models } = findPrintFiles(languages);
  for (const file of [wasm, ...models]) await readPackagedFile(file);
}

/**
 * Checks that the files of the recognisers are present and intact, without loading a model; takes about 0.1 s.
 * @param textLanguages codes of the languages in which text is read
 * @returns a sentence for each part that does not work
 */
export async function findRecognitionFaults(textLanguages: readonly string[]): Promise<readonly string[]> {
  const { installed, missing } = findTextData(textLanguages);
  const languages = installed.map(({ language }) => language);
  const faults = await Promise.all([
    describeFault(t(engineMessages.objectsNotRecognised), () => checkThingFiles()),
    // Without any language, the missing packages below say it all.
    languages.length > 0 &&
      describeFault(t(engineMessages.textNotRecognised), () => checkPrintFiles(languages)),
  ]);
  const lacks = missing.length > 0 ? [describeMissingTextData(missing)] : [];
  return [...faults.filter(fault => typeof fault === 'string'), ...lacks];
}

async function describeFault(lack: string, check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? `${lack} ${cause.message}` : lack;
  }
}
