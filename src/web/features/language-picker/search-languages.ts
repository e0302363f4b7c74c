import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { simplifyText } from '../../lib/format.ts';

/** Best first: by BCP-47 code, by the start of a native or English name, by the start of another word in it; all for an empty query. */
export function searchLanguages(names: readonly LanguageName[], query: string): LanguageName[] {
  const wanted = simplifyText(query).trim();
  if (wanted === '') return [...names];
  const ranked = names.map(name => ({ name, rank: rankLanguage(name, wanted) }));
  return ranked
    .filter(({ rank }) => rank < noFit)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

const noFit = 3;

function rankLanguage(name: LanguageName, wanted: string): number {
  const { code, nativeName } = getLanguage(name);
  if (code === wanted) return 0;
  const names = [simplifyText(nativeName), simplifyText(name)];
  if (names.some(each => each.startsWith(wanted))) return 1;
  return names.some(each => each.includes(` ${wanted}`)) ? 2 : noFit;
}
