import { expect, test } from 'vitest';
import { findSlowTexts } from '../support/search-worst-texts.ts';

/** A few seconds of work, which a machine that does much else takes its time for. */
const timeout = 600_000;

test('no text in any script of Unicode holds the event loop for longer than 50 ms', { timeout }, async () => {
  const search = { seed: 1, textsOfEachScript: 2, firstCharacters: 1000, finalists: 2 };
  expect(await findSlowTexts(search, 20)).toEqual([]);
});
