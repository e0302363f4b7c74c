import type { Phrases } from '#engines/offline/phrases/phrases.ts';
import type { Language, LanguageCode } from '#shared/languages.ts';

/** A language's phrases, for reading a narration independently of the code that wrote it. */
export interface PhraseBook {
  /**
   * Matches a sentence with one of the language's phrases, filled in with its names.
   * @param quotation what stands for each quotation
   * @returns the number of names; undefined if it is no phrase
   */
  read(sentence: string, quotation: string): { readonly names: number } | undefined;
  /** Phrases and names that no sentence has used so far. */
  listUnread(): string[];
}

interface OpenPhrase {
  readonly phrase: string;
  readonly start: string;
  readonly end: string;
}

export function createPhraseBook(phrases: Phrases, language: Language): PhraseBook {
  const { colourNames, thingNames, quotationMarks, ...sentences } = phrases;
  const names = [...Object.values(colourNames), ...Object.values(thingNames)];
  const all = listTexts(sentences);
  const open = all.filter(phrase => phrase.includes('{')).map(openPhrase);
  const joints = listJoints(names, language);
  const namePattern = new RegExp([...names].sort((one, other) => other.length - one.length).join('|'), 'gu');
  const unread = new Set([...all, ...names]);

  return {
    read(sentence, quotation) {
      if (unread.delete(sentence) || all.includes(sentence)) return { names: 0 };
      const found = open.find(({ start, end }) => sentence.startsWith(start) && sentence.endsWith(end));
      if (!found) return undefined;
      const list = sentence.slice(found.start.length, sentence.length - found.end.length);
      const isQuoting = found.phrase.includes('{text}');
      const items = isQuoting
        ? list
            .split(quotation)
            .slice(1)
            .map(() => quotation)
        : (list.match(namePattern) ?? []);
      if (!isList(list, items, joints)) return undefined;
      for (const item of [found.phrase, ...items]) unread.delete(item);
      return { names: items.length };
    },
    listUnread: () => [...unread],
  };
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(listTexts);
}

function openPhrase(phrase: string): OpenPhrase {
  const [start = '', end = ''] = phrase.split(/\{\w+\}/u);
  return { phrase, start, end };
}

/** Separators of list items that differ from Unicode's tables. */
const ownJoints: Partial<Record<LanguageCode, readonly string[]>> = { cy: [', '], ko: [', ', ', 그리고 '] };

function listJoints(names: readonly string[], { code }: Language): readonly string[] {
  const own = ownJoints[code];
  if (own) return own;
  const format = new Intl.ListFormat(code, { type: 'conjunction' });
  const lists = [...names.map(name => ['a', name]), ['a', 'b', 'c'], ['a', 'b', 'c', 'd']];
  const joints = lists
    .flatMap(list => format.formatToParts(list))
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value.replaceAll('\u200f', ''));
  return [...new Set(joints)];
}

function isList(text: string, items: readonly string[], joints: readonly string[]): boolean {
  let rest = text;
  for (const [at, item] of items.entries()) {
    const gap = rest.slice(0, rest.indexOf(item));
    if (at === 0 ? gap !== '' : !joints.includes(gap)) return false;
    rest = rest.slice(gap.length + item.length);
  }
  return items.length > 0 && rest === '';
}
