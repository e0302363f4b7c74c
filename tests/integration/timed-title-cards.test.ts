import { expect, test } from 'vitest';
import { createOfflineScript } from '#engines/offline/script.ts';
import { writeTimedScript } from '#narration/write-script.ts';
import { languages } from '#shared/languages.ts';

const titles = ['OPEN THE BOX', 'TURN THE KEY', 'PRESS START', 'CLOSE THE LID', 'WAIT A MINUTE'];

/** Analysed frames of title cards of equal length: the first, and one in the middle with the same content. */
function makeCards(secondsEach: number) {
  const lines = titles.flatMap((title, at) => [
    { seconds: at * secondsEach, print: `"${title}" 96 %` },
    { seconds: (at + 0.75) * secondsEach, print: 'as before' },
  ]);
  const analysis = lines
    .map(({ seconds, print }) => `0:${seconds.toFixed(1).padStart(4, '0')} | text: ${print}`)
    .join('\n');
  return {
    analysis,
    cuePoints: lines.map(({ seconds }) => seconds),
    durationSeconds: titles.length * secondsEach,
  };
}

async function report(language: (typeof languages)[number], secondsEach: number) {
  const { signal } = new AbortController();
  const request = { ...makeCards(secondsEach), prompt: 'calm', language: language.name };
  const lines = await Array.fromAsync(writeTimedScript(createOfflineScript(), request, signal));
  const last = lines.at(-1);
  return last && 'lines' in last ? last.lines : [];
}

test.each(languages)('without an AI, title cards are read in $name, each at its time', async language => {
  const cues = await report(language, 5);
  expect(cues.map(({ startSeconds }) => startSeconds)).toEqual([0, 5, 10, 15, 20]);
  for (const [at, title] of titles.entries()) expect(cues[at]?.text).toContain(title);
});

test.each(languages)(
  'without an AI, in $name short title cards are narrated at their times',
  async language => {
    const cues = await report(language, 3);
    expect(cues.length).toBeGreaterThan(1);
    for (const { startSeconds, text } of cues) expect(text).toContain(titles[startSeconds / 3]);
  },
);
