// @module-tag long
import { expect, test } from 'vitest';
import { findSlowTexts } from '../support/search-worst-texts.ts';

/** A few seconds of work, with time for a busy machine. */
const timeout = 600_000;

test('work on a text is linear in its length, in every script of Unicode', {
  timeout,
}, async () => {
  const search = { seed: 1, textsOfEachScript: 2, firstCharacters: 1000, finalists: 2 };
  expect(await findSlowTexts(search, 20)).toEqual([]);
});
