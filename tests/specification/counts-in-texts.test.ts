import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { thingNames } from '#engines/offline/thing-names.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';

/** Where it is told how many kinds of things the offline engine recognises. */
const textsOnThings = [
  'README.md',
  'src/web/features/studio/engine-note.tsx',
  'src/cli/doctor/look-around.ts',
];

const texts = ['README.md', 'package.json', 'docs/http-api.md', 'docs/guides/add-an-engine.md'];

/** The numbers before a word, such as the 57 of "57 languages". */
function findCounts(file: string, word: string): number[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`(\\d+) ${word}\\b`, 'gu'))].map(([, count]) => Number(count));
}

describe.each(texts)('%s', file => {
  test('counts the languages that there are', () => {
    for (const count of findCounts(file, 'languages'))
      expect([languageNames.length, freeLanguageNames.length]).toContain(count);
  });

  test('counts the voices that there are', () => {
    const premium = allVoices.length - standardVoices.length;
    for (const count of findCounts(file, 'voices'))
      expect([allVoices.length, premium, standardVoices.length]).toContain(count);
  });
});

test.each(textsOnThings)('%s counts the kinds of things that the offline engine recognises', file => {
  expect(findCounts(file, 'kinds of things')).toEqual([thingNames.length]);
});
