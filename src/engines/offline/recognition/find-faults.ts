import { describeMissingTextData, findTextData } from './find-text-data.ts';
import { checkPrintFiles } from './read-print.ts';
import { findThingFiles, readKnownFile } from './thing-files.ts';

/**
 * Looks whether the files of the offline eyes are there and whole, without loading a model; takes about 0.1 s.
 * @param textLanguages codes of the languages whose print is read
 * @returns a sentence for each part that cannot work; none when all is well
 */
export async function findRecognitionFaults(textLanguages: readonly string[]): Promise<readonly string[]> {
  const faults = await Promise.all([
    describeFault('No things are recognised.', checkThings),
    describeFault('No print is read.', checkPrint),
  ]);
  const { missing } = findTextData(textLanguages);
  const lacks = missing.length > 0 ? [describeMissingTextData(missing)] : [];
  return [...faults.filter(fault => fault !== undefined), ...lacks];
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
  const { model, weights, tensorFlow } = findThingFiles();
  for (const file of [model, weights, tensorFlow]) await readKnownFile(file);
}

async function checkPrint(): Promise<void> {
  await checkPrintFiles();
}
