// @module-tag long
import { expect, test } from 'vitest';
import { findSlowTexts } from '../support/search-worst-texts.ts';

/** A few seconds of work, which a machine that does much else takes its time for. */
const timeout = 600_000;

test('work on a text grows with its length and no faster, in any script of Unicode', {
  timeout,
}, async () => {
  const search = { seed: 1, textsOfEachScript: 2, firstCharacters: 1000, finalists: 2 };
  expect(await findSlowTexts(search, 20)).toEqual([]);
});
