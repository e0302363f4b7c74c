import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import type { CuePoint } from '../cue-point.ts';
import { phrasesByLanguage } from './phrases-by-language.ts';
import { createOfflineScript } from './script.ts';

const rest = '| light: bright | contrast: strong | colours: white | tone: warm | detail: busy';
const analysis = [
  `0:02.0 | text: "Spring sale" 96 % ${rest}`,
  `0:09.0 | things: bottle 91 % (seen, near) ${rest} | change: cut | trend: darker`,
  `0:17.0 | text: "From the fifth of May everything must go in all of our shops" 93 % ${rest} | change: cut | trend: brighter`,
  `0:25.0 | things: dog 92 % (seen); cup 90 % (seen) ${rest} | change: cut | trend: darker`,
].join('\n');

const words = (count: number) => ({ unit: 'words', count }) as const;
/** A gap until 0:12, in which the first two pictures are to be seen, and one that ends before the last. */
const inGaps: readonly CuePoint[] = [
  { startSeconds: 2, available: words(15), gap: { endSeconds: 12, seenSeconds: 2 } },
  { startSeconds: 8.5, available: words(8), gap: { endSeconds: 12, seenSeconds: 9 } },
  { startSeconds: 21.5, available: words(8), gap: { endSeconds: 24, seenSeconds: 25 } },
];

async function write(
  cuePoints: readonly CuePoint[],
  {
    kind = 'standard',
    name = 'English',
    seen = analysis,
  }: { kind?: DescriptionKind; name?: LanguageName; seen?: string } = {},
) {
  const pieces = await Array.fromAsync(
    createOfflineScript().writeTimedScript({
      analysis: seen,
      prompt: 'As a fairy tale',
      language: getLanguage(name),
      durationSeconds: 60,
      cuePoints,
      linesBefore: [],
      description: kind,
      signal: new AbortController().signal,
    }),
  );
  return parseTimedScript(pieces.join('')).cues;
}

describe('without an AI a description', () => {
  test('says in each gap what is to be read and seen in its picture, in the present and without “we”', async () => {
    expect(await write(inGaps)).toEqual([
      { startSeconds: 2, text: 'Written here: “Spring sale”.' },
      { startSeconds: 8.5, text: 'In the picture: bottle.' },
      { startSeconds: 21.5, text: 'In the picture: dog and cup.' },
    ]);
  });

  test('is never longer than its gap: what has no room is left out', async () => {
    const small = inGaps.map(cuePoint => ({ ...cuePoint, available: words(4) }));
    const cues = await write(small);
    expect(cues.map(({ text }) => text)).not.toContain('In the picture: dog and cup.');
  });

  test('lets the picture wait for what is to be read, and for nothing else', async () => {
    const paused = (seenSeconds: number): CuePoint => ({
      startSeconds: seenSeconds,
      available: words(0),
      gap: { endSeconds: seenSeconds, seenSeconds, availableWhilePaused: words(27) },
    });
    const cues = await write([paused(9), paused(17), paused(25)], { kind: 'extended' });
    expect(cues).toEqual([
      {
        startSeconds: 17,
        text: 'Written here: “From the fifth of May everything must go in all of our shops”.',
      },
    ]);
  });

  test('of pictures in which nothing is recognised tells of their light and their changes', async () => {
    const plain = analysis.replaceAll(/(?:text|things): [^|]+\| /gu, '');
    const [first, ...others] = (await write(inGaps, { seen: plain })).map(({ text }) => text);
    expect(first).toContain('The picture is full of light.');
    expect(others.join(' ')).toContain('Now the picture is a different one.');
  });

  test('never begins, bridges, ends or tells how the picture feels, in no language', async () => {
    for (const language of languages) {
      const { opening, bridge, ending, temperature, contrast, detail } = phrasesByLanguage[language.name];
      const { unit, perMinute: count } = language.speakingRate;
      const roomy = inGaps.map(cuePoint => ({ ...cuePoint, available: { unit, count } }));
      const texts = (await write(roomy, { name: language.name })).map(({ text }) => text).join(' ');
      expect(texts).toContain('Spring sale');
      for (const phrase of [
        ...[...opening, ...bridge, ...ending],
        ...[temperature, contrast, detail].flatMap(each => Object.values(each).flat()),
      ])
        expect(texts).not.toContain(phrase);
    }
  });
});
