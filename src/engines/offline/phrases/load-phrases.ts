import { readFileSync } from 'node:fs';
import type { LanguageCode } from '#shared/languages.ts';
import { type Phrases, phrasesSchema } from './schema.ts';

const loaded = new Map<LanguageCode, Phrases>();

/** What is said offline in a language; its file is read once. */
export function loadPhrases(code: LanguageCode): Phrases {
  const known = loaded.get(code);
  if (known) return known;
  const file = readFileSync(new URL(`./${code}.json`, import.meta.url), 'utf8');
  const phrases = phrasesSchema.parse(JSON.parse(file));
  loaded.set(code, phrases);
  return phrases;
}
