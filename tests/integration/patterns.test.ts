import { describe, expect, test } from 'vitest';
import { shapePatterns } from '#engines/offline/speech/thai-syllables.ts';
import { makeRecordedPatterns } from '../../src/web/app/record-errors.ts';
import { findPatternFault } from '../support/check-pattern.ts';
import { findPatterns, listPatterns } from '../support/list-patterns.ts';

/** Patterns built at run time: the call in the source, and the results. */
const made: Readonly<Record<string, readonly RegExp[]>> = {
  'src/engines/offline/speech/thai-syllables.ts: new RegExp(source, ’uy’)': shapePatterns,
  'src/web/app/record-errors.ts: new RegExp(`^${origin}${path}(?:\\\\?|$)`, ’u’)': makeRecordedPatterns(
    'https://benshi.example.org:8443',
  ),
  // Literals above it.
  'src/engines/offline/sentences.ts: text.match(signs)': [],
  'src/narration/find-language.ts: text.match(letters)': [],
  'src/shared/narration/formats/read-subtitles.ts: text.slice(at, end).matchAll(drawing)': [],
  'src/shared/narration/formats/read-times-by-structure.ts: text.matchAll(clockWithFrames)': [],
  'src/shared/narration/formats/subtitle-cue.ts: text.matchAll(voiceSpan)': [],
};

/** They build patterns of words, without repetitions within repetitions, for short pieces of a text. */
const builders = [
  'src/engines/offline/speech/say-as-words.ts',
  'src/engines/offline/speech/say-japanese-numbers.ts',
  'src/engines/offline/speech/sentence-stops.ts',
];

async function findFaults(patterns: readonly { source: string; flags: string }[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { source, flags } of patterns) {
    const fault = await findPatternFault(source, flags);
    if (fault) faults.push(`/${source}/ is ${fault}`);
  }
  return faults;
}

describe("the product's regular expressions", () => {
  test('are proven to take at most linear time', {
    tags: 'long',
    timeout: 600_000,
  }, async () => {
    const { written } = listPatterns();
    expect(written.length).toBeGreaterThan(100);
    expect(await findFaults([...written, ...Object.values(made).flat()])).toEqual([]);
  });

  test('are all known to this test, also those built at run time', () => {
    const calls = listPatterns()
      .composed.filter(({ file }) => !builders.includes(file))
      .map(({ file, call }) => `${file}: ${call.replaceAll("'", '’')}`);
    expect(calls.toSorted()).toEqual(Object.keys(made).toSorted());
  });
});

test('patterns are found wherever a source creates one', () => {
  const source = `
    const field = z.string().regex(/a+/u, 'no');
    const page = (text: string) => <p title="/no+/">{text.replace(/b+/g, '').split(/c+/)}</p>;
    const made = [new RegExp('d+', 'u'), RegExp(\`e+\`), new globalThis.RegExp('f+'), text.search('g+')];
    const known = [text.match(/h+/), text.matchAll(found), new RegExp(name), new RegExp('i', flags)];
    // Neither this /no+/ nor division: 1 / 2 / 3; nor a call that has the name of another.
    voices.search(request, options);`;
  const { written, composed } = findPatterns('some-page.tsx', source);
  expect(written.map(pattern => pattern.source)).toEqual(['a+', 'b+', 'c+', 'd+', 'e+', 'f+', 'g+', 'h+']);
  expect(composed.map(({ call }) => call)).toEqual([
    'text.matchAll(found)',
    'new RegExp(name)',
    "new RegExp('i', flags)",
  ]);
});

describe('the check of regular expressions', () => {
  test.each([
    [
      'of the language of a script, once',
      /^(?:(?:m(?=[bpv]?[a-z])|n(?=[a-z]))?(?:ch|ng'?|ny|[bdfghjklmnprstvwyz])?[wy]?[aeiou])+$/u,
    ],
    ['of mail addresses, once', /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+/gu],
    ['that tries each of many spaces as the first', /\s+$/u],
    ['that can read a text in many ways', /^(a|a)*$/],
    ['that repeats what repeats', /(a+)+b/],
    ['that refers back', /^(.+)\1$/u],
  ])('refuses a pattern %s', async (_name, { source, flags }) => {
    expect(await findPatternFault(source, flags)).toEqual(expect.any(String));
  });

  test('accepts a safe one that looks similar', async () => {
    expect(await findPatternFault(String.raw`^\s+$`, 'u')).toBeUndefined();
  });
});
