import { getLanguage, languages } from '#shared/languages.ts';
import { sentences } from './sentences.ts';

/** Two sentences in the language that an instruction names. */
export function narrateAsTold(instruction: string): string {
  const named = /Write (?<name>\w+)/u.exec(instruction)?.groups?.name;
  const language = languages.find(({ name }) => name === named) ?? getLanguage('English');
  return sentences[language.name].slice(0, 2).join(' ');
}
