import { CodedError } from '#shared/errors.ts';
import type { ScriptEngine, ScriptRequest } from '../ports.ts';
import { readAnalysis } from './analysis-text.ts';
import { composeNarration } from './compose-narration.ts';
import { phrasesByLanguage } from './phrases-by-language.ts';

/**
 * Writes a narration without any AI, from what `createOfflineVision` measured. The person's wish cannot be followed:
 * nothing of it is read, and the script does not pretend to.
 */
export function createOfflineScript(): ScriptEngine {
  return { name: 'Phrases about light and colour', isOffline: true, writeScript };
}

/** Chinese and Japanese write no space after a sentence. */
const unspaced: readonly string[] = ['zh', 'ja'];

async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
  const { language, durationSeconds, signal } = request;
  const phrases = phrasesByLanguage[language.name];
  const sentences = composeNarration(readAnalysis(request.analysis), phrases, language, durationSeconds);
  const space = unspaced.includes(language.code) ? '' : ' ';
  for (const [at, { text, startsParagraph }] of sentences.entries()) {
    if (signal.aborted) throw new CodedError('client_closed', { cause: signal.reason });
    yield (at === 0 ? '' : startsParagraph ? '\n\n' : space) + text;
  }
}
