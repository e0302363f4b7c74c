import { expect, test } from 'vitest';
import { findSlowTexts } from '../support/search-worst-texts.ts';

test('a long search finds no text on which work grows faster than its length', async () => {
  // Other texts each time: a text that is found belongs into the short search, as a bait.
  const seed = Date.now() % 1_000_000;
  const search = { seed, textsOfEachScript: 12, firstCharacters: 2000, finalists: 6 };
  expect(await findSlowTexts(search, 120), `with the seed ${seed}`).toEqual([]);
});
