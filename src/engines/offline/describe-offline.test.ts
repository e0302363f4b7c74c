import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import { getLanguage } from '#shared/languages.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { CuePoint } from '../ports.ts';
import { createOfflineScript } from './script.ts';

const analysis = [
  '0:02.0 | text: "Spring sale" 96 %',
  '0:09.0 | scene: new | things: bottle × 2 91 %',
  '0:17.0 | scene: new | text: "From the fifth of May everything must go in all of our shops" 93 %',
  '0:25.0 | scene: new | things: dog 92 %; cup 90 %',
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
    seen = analysis,
    linesBefore = [],
  }: { kind?: DescriptionKind; seen?: string; linesBefore?: readonly Cue[] } = {},
) {
  const pieces = await Array.fromAsync(
    createOfflineScript().writeTimedScript({
      analysis: seen,
      prompt: 'As a fairy tale',
      language: getLanguage('English'),
      durationSeconds: 60,
      cuePoints,
      linesBefore,
      description: kind,
      signal: new AbortController().signal,
    }),
  );
  return parseTimedScript(pieces.join('')).cues;
}

describe('without an AI a description', () => {
  test('says in each gap what is to be read and seen in its picture, in its plainest words', async () => {
    expect(await write(inGaps)).toEqual([
      { startSeconds: 2, text: 'It says: “Spring sale”.' },
      { startSeconds: 8.5, text: 'Two bottles.' },
      { startSeconds: 21.5, text: 'A dog and a cup.' },
    ]);
  });

  test('is never longer than its gap: what has no room is left out', async () => {
    const small = inGaps.map(cuePoint => ({ ...cuePoint, available: words(3) }));
    const cues = await write(small);
    expect(cues.map(({ text }) => text)).not.toContain('A dog and a cup.');
  });

  test('lets the picture wait for what is to be read, for nothing else, and tells what it leaves out', async () => {
    const paused = (seenSeconds: number): CuePoint => ({
      startSeconds: seenSeconds,
      available: words(0),
      gap: { endSeconds: seenSeconds, seenSeconds, availableWhilePaused: words(27) },
    });
    const cues = await write([paused(9), paused(17), paused(25)], { kind: 'extended' });
    expect(cues).toEqual([
      {
        startSeconds: 17,
        text: 'It says: “From the fifth of May everything must go in all of our shops”.',
      },
      { startSeconds: 9, text: '(left out: no room) Two bottles.' },
      { startSeconds: 25, text: '(left out: no room) A dog and a cup.' },
    ]);
  });

  test('does not say again what the part before it has said', async () => {
    const linesBefore = [{ startSeconds: 2, text: 'It says: “Spring sale”. Two bottles.' }];
    expect((await write(inGaps, { linesBefore })).map(({ text }) => text)).toEqual(['A dog and a cup.']);
  });

  test('does not say again what is still there', async () => {
    const seen = analysis.replace('text: "Spring sale" 96 %', 'things: bottle × 2 91 %');
    expect((await write(inGaps, { seen })).map(({ text }) => text)).toEqual([
      'Two bottles.',
      'A dog and a cup.',
    ]);
  });
});
