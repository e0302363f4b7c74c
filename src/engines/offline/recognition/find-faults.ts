import { describeMissingTextData, findTextData } from './find-text-data.ts';
import { checkPrintFiles } from './read-print.ts';
import { findThingFiles, readThingFile } from './thing-files.ts';

/**
 * Looks whether the files of the offline eyes are there and whole, without loading a model; takes about 0.1 s.
 * @param textLanguages codes of the languages whose print is read
 * @returns a sentence for each part that cannot work; none when all is well
 */
export async function findRecognitionFaults(textLanguages: readonly string[]): Promise<readonly string[]> {
  const { installed, missing } = findTextData(textLanguages);
  const languages = installed.map(({ language }) => language);
  const faults = await Promise.all([
    describeFault('No things are recognised.', checkThings),
    // Without any language there is no reader, and what is missing is said below.
    languages.length > 0 && describeFault('No print is read.', () => checkPrintFiles(languages)),
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

async function checkThings(): Promise<void> {
  const { model, weights, tensorFlow, wasmFolder } = findThingFiles();
  // Of the three builds every Node takes this one.
  const wasm = new URL('tfjs-backend-wasm-simd.wasm', wasmFolder);
  for (const file of [model, weights, tensorFlow, wasm]) await readThingFile(file);
}
