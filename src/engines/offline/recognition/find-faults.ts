import { engineMessages } from '#shared/messages/engines.ts';
import { t } from '#shared/messages/message.ts';
import { describeMissingTextData, findTextData } from './find-text-data.ts';
import { checkPrintFiles } from './read-print.ts';
import { checkThingFiles } from './thing-files.ts';

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
