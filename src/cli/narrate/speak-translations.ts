import { translateNarration } from '#narration/translate-narration.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { listChangedNumbers, listTranslations } from '#shared/narration/translations.ts';
import type { RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { NarrateOptions, SpokenOptions } from './options.ts';
import { nameByLanguage } from './places.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { type Speaking, speakNarration } from './speak-narration.ts';

/** @throws CodedError `bad_request` if nobody can translate: before any paid call */
export async function requireTranslator({ languages }: NarrateOptions, { engines, signal }: Parts) {
  if (!languages || (await engines.script.choose(signal)).translateLines) return;
  throw badRequest(
    '--languages: no AI that can translate is connected. Connect one (npm run doctor), or leave it out.',
  );
}

/**
 * Translates a narration of the document into each of the languages, and speaks it. Of a translation that the document has, only what is
 * missing or changed is translated. A language that fails does not stop the others.
 * @throws CodedError of the first that failed, with the names of all, at the end
 */
export async function speakTranslations(
  options: SpokenOptions,
  document: RunDocument,
  spoken: Speaking,
  parts: Parts,
): Promise<void> {
  const failures = new Map<LanguageName, CodedError>();
  for (const language of options.languages ?? []) {
    if (language === (options.language ?? spoken.narration.language)) continue;
    try {
      await speakTranslation(options, document, { ...spoken, language }, parts);
    } catch (error) {
      if (!(error instanceof CodedError) || parts.signal.aborted) throw error;
      reportStatus(`${language}: ${error.operatorMessage}`);
      failures.set(language, error);
    }
  }
  const [first] = failures.values();
  if (!first) return;
  const names = new Intl.ListFormat('en').format(failures.keys());
  throw new CodedError(first.code === 'bad_request' ? 'conflict' : first.code, {
    message: `Not finished: ${names}. The reasons are above.`,
    cause: first,
  });
}

async function speakTranslation(
  options: SpokenOptions,
  document: RunDocument,
  { narration, language, ...speaking }: Speaking & { readonly language: LanguageName },
  parts: Parts,
): Promise<void> {
  const { signal } = parts;
  reportStatus(`translating into ${language} …`);
  const writer = await parts.engines.script.choose(signal);
  const failures: CodedError[] = [];
  const commands = await translateNarration(
    writer,
    document.project,
    { narrationId: narration.id, language, update: true },
    { signal, report: step => 'failure' in step && failures.push(step.failure) },
  );
  // Kept now because it is already paid for, even if speech fails.
  await document.change(...commands);
  const [failure] = failures;
  if (failure) throw failure;
  const translation = listTranslations(document.project, narration.id).findLast(
    each => each.language === language,
  );
  if (!translation) throw new CodedError('internal');
  for (const line of listChangedNumbers(narration, translation))
    reportStatus(`${language}: check the numbers in line ${line}`);
  const deliveries = nameByLanguage(options.deliveries, language);
  const translated = { ...options, language, languages: undefined, deliveries, narration: translation };
  await speakNarration(translated, document, { ...speaking, narration: translation }, parts);
}
