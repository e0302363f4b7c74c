import type { LanguageName } from '#shared/languages.ts';
import type { Phrases } from './phrases/phrases.ts';

/** What is said offline in a language. The phrases of all languages are loaded with the first, 3 MB that a server with a provider does not need. */
export async function loadPhrases(language: LanguageName): Promise<Phrases> {
  const { phrasesByLanguage } = await import('./phrases-by-language.ts');
  return phrasesByLanguage[language];
}
