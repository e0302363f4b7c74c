import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { type CatalogueVoice, voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices } from '#shared/voices.ts';
import {
  type CountedVoices,
  countTags,
  describeSharedVoices,
  type ListedVoice,
  listTags,
  noSearch,
  orderForNarration,
  searchVoices,
} from './voice-list.ts';

const voices: ListedVoice[] = voiceCatalogue.map(({ name, plan, tags }) => ({
  name,
  plan,
  description: tags.join(' '),
  audioSrc: `/api/voices/${name}/sample.mp3`,
}));

const namesOf = (found: readonly ListedVoice[]) => found.map(({ name }) => name);
const search = (query: string, tags = noSearch.tags) => namesOf(searchVoices(voices, { query, tags }));

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
    for (const { name, description } of searchVoices(voices, { query: 'male', tags: [] }))
      expect(description.split(' '), name).toContain('male');
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
    const accents = countTags(voices, 'accent', noSearch);
    expect(accents).toContainEqual({ tag: 'irish', voices: 1 });
    for (const { tag, voices: count } of accents) expect(count, tag).toBe(search('', [tag]).length);
    const young = countTags(voices, 'accent', { query: '', tags: ['young', 'british'] });
    for (const { tag, voices: count } of young) expect(count, tag).toBe(search('', ['young', tag]).length);
  });

  test('offers the tags that the voices have, most common first', () => {
    const tags = countTags(voices, 'accent', noSearch).map(({ tag }) => tag);
    expect(tags[0]).toBe('american');
    expect(new Set(tags)).toEqual(
      new Set(voices.flatMap(voice => listTags(voice)).filter(tag => tags.includes(tag))),
    );
    expect(countTags(voices.slice(0, 1), 'accent', noSearch)).toEqual([]);
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

const standard: CountedVoices = {
  plan: 'standard',
  speaker: { name: 'our own AI server', differentVoices: 5 },
  names: 5,
};
const premium: CountedVoices = {
  plan: 'premium',
  speaker: { name: 'OpenAI', differentVoices: 4 },
  names: 41,
};

test('the list has no note if all voices differ', () => {
  expect(describeSharedVoices([standard])).toBe('');
});

test('the list states the number of distinct voices if names share one', () => {
  expect(describeSharedVoices([standard, premium])).toBe(
    t(voiceListMessages.sharedPremium, { names: 41, count: 4, speaker: 'OpenAI' }),
  );
  const single = { ...standard, speaker: { name: 'our own AI server', differentVoices: 1 } };
  expect(describeSharedVoices([single])).toBe(
    t(voiceListMessages.sharedStandard, { names: 5, count: 1, speaker: 'our own AI server' }),
  );
});
