import { describe, expect, test } from 'vitest';
import { type CatalogueVoice, voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices } from '#shared/voices.ts';
import {
  countFacet,
  findBlend,
  groupTags,
  noSearch,
  orderForNarration,
  searchVoices,
  splitIntoWords,
  type VoiceSearch,
} from './listed-voices.ts';

const voices = voiceCatalogue.map(({ name, plan, tags }) => ({
  id: name,
  name,
  plan,
  tags,
  facets: groupTags(tags),
  words: splitIntoWords([name, ...tags]),
  speaksLanguage: plan === 'standard',
}));

const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
const toSearch = (query: string, tags: readonly string[] = []): VoiceSearch => ({
  ...noSearch,
  query,
  chosen: groupTags(tags),
});
const search = (query: string, tags?: readonly string[]) =>
  namesOf(searchVoices(voices, toSearch(query, tags)));

describe('searching voices', () => {
  test('lists all 46 in order without a query', () => {
    expect(search('')).toEqual(namesOf(voices));
    expect(search('  - ')).toEqual(namesOf(voices));
  });

  test('finds a name by any of its words, ignoring case and accents', () => {
    expect(search('thom')).toEqual(['Doubting Thomas']);
    expect(search('RÁCHEL')).toEqual(['Rachel']);
  });

  test('finds a tag by its start, so that male does not match female', () => {
    for (const { name, tags } of searchVoices(voices, toSearch('male'))) expect(tags, name).toContain('male');
    expect(search('female')).toContain('Rachel');
  });

  test('ignores hyphens', () => {
    expect(search('middle aged')).toEqual(search('middle-aged'));
    expect(search('aged')).toEqual(search('middle-aged'));
    expect(search('middle aged')).toContain('Daniel');
  });

  test('requires every typed word, in name or tag', () => {
    expect(search('british deep')).toEqual(['Daniel']);
    expect(search('deep british daniel')).toEqual(['Daniel']);
    expect(search('british nobody')).toEqual([]);
  });

  test('lists names that start with the query before tags that do', () => {
    const found = search('s');
    const named = found.filter(name => name.toLowerCase().startsWith('s'));
    expect(found.slice(0, named.length)).toEqual(named);
    expect(named).toEqual(['shimmer', 'Santa', 'Sam', 'Serena']);
    expect(found.length).toBeGreaterThan(named.length);
  });
});

describe('filtering by tags', () => {
  test('of one kind accepts any of them, of two kinds one of each', () => {
    expect(search('', ['irish'])).toEqual(['Fin']);
    const british = search('', ['british']);
    expect(search('', ['irish', 'british'])).toHaveLength(british.length + 1);
    expect(search('', ['british', 'deep'])).toEqual(['Daniel']);
    expect(search('', ['irish', 'deep'])).toEqual([]);
  });

  test('combines with a query', () => {
    expect(search('d', ['british'])).toEqual(['Daniel', 'Dorothy', 'Doubting Thomas']);
  });

  test('shows how many voices each tag would leave', () => {
    const accents = countFacet(voices, 'accent', noSearch);
    expect(accents).toContainEqual({ value: 'irish', voices: 1 });
    for (const { value, voices: count } of accents) expect(count, value).toBe(search('', [value]).length);
    const young = countFacet(voices, 'accent', toSearch('', ['young', 'british']));
    for (const { value, voices: count } of young)
      expect(count, value).toBe(search('', ['young', value]).length);
  });

  test('offers the tags that the voices have, most common first', () => {
    const tags = countFacet(voices, 'accent', noSearch).map(({ value }) => value);
    expect(tags[0]).toBe('american');
    expect(new Set(tags)).toEqual(new Set(voices.flatMap(({ facets }) => facets.accent ?? [])));
    expect(countFacet(voices.slice(0, 1), 'accent', noSearch)).toEqual([]);
  });

  test('leaves the voices for the language alone', () => {
    const found = searchVoices(voices, { ...noSearch, isLanguageOnly: true });
    expect(namesOf(found)).toEqual(standardVoices);
  });
});

describe('a blend', () => {
  const ids = new Set(['kokoro:af_bella', 'kokoro:af_sky', 'other:af_sky']);
  const find = (query: string) => findBlend(query, ids, ['other', 'kokoro']);

  test('of voices that one provider lists is offered, with weights or without', () => {
    expect(find(' af_bella+af_sky ')).toEqual({
      provider: 'kokoro',
      id: 'af_bella+af_sky',
      name: 'af_bella+af_sky',
    });
    expect(find('af_bella(2)+af_sky(1)')?.id).toBe('af_bella(2)+af_sky(1)');
  });

  test('of anything else is not', () => {
    for (const query of ['af_bella', 'af_bella+', 'af_bella+nobody', 'calm + deep'])
      expect(find(query), query).toBeUndefined();
  });
});

const list = (plan: CatalogueVoice['plan']) => voices.filter(voice => voice.plan === plan);

test('voices for narration come first, calmest at the top, Santa last', () => {
  const names = orderForNarration(list('premium')).map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(['Rachel', 'Antoni', 'Liam', 'Adam']);
  expect(names.indexOf('Bill')).toBe(11);
  expect(names.at(-1)).toBe('Santa');
  expect(new Set(names).size).toBe(41);
});

test('the five standard voices are in the specification’s order', () => {
  expect(orderForNarration(list('standard')).map(({ name }) => name)).toEqual(standardVoices);
});
