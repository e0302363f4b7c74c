import { describe, expect, test } from 'vitest';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { makeAnalysis } from '../../../tests/support/made-analysis.ts';
import { writeAnalysis } from './analysis-text.ts';
import type { FrameDescription } from './frame-description.ts';
import { createOfflineScript } from './script.ts';

/** A video in which nothing can be said but its colour. */
function makeStillAnalysis(durationSeconds: number): string {
  const frames = Array.from(
    { length: 10 },
    (_, at): FrameDescription => ({
      seconds: Math.round((at + 0.5) * durationSeconds) / 10,
      lines: [],
      isPrintStaying: false,
      things: [],
      gone: [],
      light: 'medium',
      contrast: 'medium',
      colours: ['grey'],
      tone: 'neutral',
      detail: 'medium',
      step: at === 0 ? undefined : { change: 'still', trend: 'steady' },
    }),
  );
  return writeAnalysis(frames);
}

const recognisedAnalysis = [
  '0:01.0 | text: "Spring sale" 96 % | light: bright | contrast: medium | colours: white | tone: neutral | detail: medium',
  '0:09.0 | things: bottle 91 % (seen, near) | light: bright | contrast: medium | colours: green | tone: warm | detail: medium | change: cut | trend: darker',
  '0:17.0 | text: "From 5 May" 93 % | light: bright | contrast: medium | colours: white | tone: neutral | detail: medium | change: cut | trend: brighter',
  '0:25.0 | light: dark | contrast: medium | colours: black | tone: neutral | detail: medium | change: cut | trend: darker',
].join('\n');

async function narrate(
  name: LanguageName,
  analysis: string,
  durationSeconds: number,
  options: { prompt?: string; signal?: AbortSignal } = {},
): Promise<string[]> {
  const pieces: string[] = [];
  const script = createOfflineScript().writeScript({
    analysis,
    prompt: options.prompt ?? 'Tell me a story.',
    language: getLanguage(name),
    durationSeconds,
    signal: options.signal ?? new AbortController().signal,
  });
  for await (const piece of script) pieces.push(piece);
  return pieces;
}

describe.each(languages)('a narration in $name', language => {
  const { name } = language;

  test.each([
    [8, 0.3],
    [30, 0.6],
    [120, 0.3],
    [600, 0.05],
  ])('of %i seconds fits its video and fills enough of it', async (durationSeconds, leastShare) => {
    const budget = computeTimeBudget(language, durationSeconds).count;
    for (const seed of [1, 2, 3]) {
      const pieces = await narrate(name, makeAnalysis(seed, durationSeconds), durationSeconds);
      const units = countSpokenUnits(language, pieces.join(''));
      if (pieces.length > 1) expect(units).toBeLessThanOrEqual(budget);
      expect(units).toBeGreaterThanOrEqual(budget * leastShare);
    }
  });

  test('never says a sentence twice, however long the video is', async () => {
    for (const recognises of ['nothing', 'everything'] as const) {
      const pieces = await narrate(name, makeAnalysis(4, 1200, recognises), 1200);
      const sentences = pieces.map(piece => piece.trim());
      expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
    }
  });

  test('can be cut into its sentences again', async () => {
    const pieces = await narrate(name, makeAnalysis(5, 60), 60);
    const sentences = splitSentences(pieces.join(''), language.code)
      .map(sentence => sentence.trim())
      .filter(sentence => sentence !== '');
    expect(sentences).toEqual(pieces.map(piece => piece.trim()));
  });

  test('with a quotation of two sentences is cut at its own ends and inside the quotation alone', async () => {
    const analysis = recognisedAnalysis.replace('Spring sale', 'Chapter 1. The river');
    const pieces = await narrate(name, analysis, 40);
    const parts = splitSentences(pieces.join(''), language.code);
    expect(parts.join('')).toBe(pieces.join(''));
    const sentences = pieces.map(piece => piece.trim());
    const cutOnes = parts.map(part => part.trim()).filter(part => part && !sentences.includes(part));
    expect(cutOnes).toEqual([expect.stringMatching(/Chapter 1\.$/u), expect.stringMatching(/^The river/u)]);
  });
});

test('no two languages say the same', async () => {
  const analysis = makeAnalysis(6, 60);
  const scripts = await Promise.all(
    languages.map(async ({ name }) => (await narrate(name, analysis, 60)).join('')),
  );
  expect(new Set(scripts).size).toBe(languages.length);
});

test('the same video gives the same narration, whatever the prompt, and another video another', async () => {
  const analysis = makeAnalysis(7, 30);
  const script = await narrate('English', analysis, 30);
  expect(await narrate('English', analysis, 30, { prompt: 'Like a pirate, please.' })).toEqual(script);
  expect(await narrate('English', makeAnalysis(8, 30), 30)).not.toEqual(script);
});

test('a video of a blink gets one sentence', async () => {
  expect(await narrate('English', makeAnalysis(9, 0.2), 0.2)).toHaveLength(1);
});

test('a video in which hardly anything happens is still narrated', async () => {
  const pieces = await narrate('English', makeStillAnalysis(120), 120);
  expect(pieces.length).toBeGreaterThan(8);
  expect(pieces.join('')).not.toMatch(/dark|bright|warm|cool|moves, gently|scene changes/u);
});

test('a narration says what happened in the order in which it happened', async () => {
  const analysis = [
    '0:01.0 | light: dark | contrast: medium | colours: blue | tone: neutral | detail: medium',
    '0:09.0 | light: bright | contrast: medium | colours: yellow | tone: neutral | detail: medium | change: cut | trend: brighter',
    '0:17.0 | light: bright | contrast: medium | colours: red | tone: neutral | detail: medium | change: strong | trend: steady',
  ].join('\n');
  const script = (await narrate('English', analysis, 20)).join('');
  const places = ['blue', 'yellow', 'red'].map(word => script.indexOf(word));
  expect(places.every(place => place >= 0)).toBe(true);
  expect([...places].sort((one, other) => one - other)).toEqual(places);
});

test('a narration quotes what is written and names what is recognised, in the order in which it comes', async () => {
  const script = (await narrate('English', recognisedAnalysis, 40)).join('');
  const places = ['“Spring sale”', 'bottle', '“From 5 May”'].map(words => script.indexOf(words));
  expect(places.every(place => place >= 0)).toBe(true);
  expect([...places].sort((one, other) => one - other)).toEqual(places);
});

test('a slide show becomes its headings, one after the other', async () => {
  const rest = '| light: bright | contrast: medium | colours: white | tone: neutral | detail: medium';
  const titles = ['Who we are', 'What we make', 'Where to find us', 'Thank you'];
  const analysis = titles
    .map(
      (text, at) =>
        `0:${10 + at * 5}.0 | text: "${text}" 95 % ${rest}${at ? ' | change: cut | trend: steady' : ''}`,
    )
    .join('\n');
  const script = (await narrate('English', analysis, 30)).join('');
  expect(script.match(/“[^”]+”/gu)).toEqual(titles.map(text => `“${text}”`));
});

test('of many slides rather each heading is told than all lines of a few', async () => {
  const rest = '| light: bright | contrast: medium | colours: white | tone: neutral | detail: medium';
  const slides = ['Spring', 'Summer', 'Autumn', 'Winter'];
  const analysis = slides
    .map((season, at) => {
      const lines = `"${season} in the mountains" 95 %; "With pictures of the long way up" 95 %; "And the way down" 95 %`;
      return `0:${10 + at * 5}.0 | text: ${lines} ${rest}`;
    })
    .join('\n');
  const short = (await narrate('English', analysis, 20)).join('');
  expect(slides.filter(season => short.includes(season))).toEqual(slides);
  expect(short).not.toContain('down');
  expect((await narrate('English', analysis, 90)).join('').match(/down/gu)).toHaveLength(slides.length);
});

test('beside what is recognised, light or colour is told once as a mood, and where nothing is', async () => {
  const script = (await narrate('English', recognisedAnalysis, 60)).join('');
  expect(script.match(/full of light|Everything is bright|Plenty of light/gu)).toHaveLength(1);
  expect(script).not.toMatch(/warm/u);
  expect(script).toMatch(/dark|Very little light/u);
  expect(script).not.toMatch(/keep watching|so it goes on|moment to look|more to come/u);
});

test('however short the video is, what is recognised comes before its light', async () => {
  expect((await narrate('English', recognisedAnalysis, 2)).join('')).toContain('“Spring sale”');
});

test('several things are told as one list, the largest first and four at most', async () => {
  const things = ['dog', 'cat', 'cup', 'fork', 'vase', 'cake'].map(name => `${name} 90 % (seen)`).join('; ');
  const analysis = recognisedAnalysis.replace(/text: "Spring sale" 96 %/u, `things: ${things}`);
  expect((await narrate('English', analysis, 40)).join('')).toContain(': dog, cat, cup, and fork.');
});

test('that something is still there is told only where nothing happens for a while', async () => {
  const rest = '| light: medium | contrast: medium | colours: grey | tone: neutral | detail: medium';
  const say = (motions: readonly string[]) =>
    narrate(
      'English',
      motions.map((motion, at) => `0:${10 + at * 6}.0 | things: dog 90 % (${motion}) ${rest}`).join('\n'),
      60,
    );
  const stillThere = /Still|As before/u;
  expect((await say(['seen', 'staying', 'nearing', 'staying'])).join('')).not.toMatch(stillThere);
  expect((await say(['seen', 'staying', 'staying', 'staying'])).join('')).toMatch(stillThere);
});

test('no narration tells the time of the clock', async () => {
  const script = (await narrate('English', makeStillAnalysis(900), 900)).join('');
  expect(script).not.toMatch(/\d|minute|second|half|middle/iu);
});

test.each(['0:05', '12:34', '00:01:23', '00:00:05.120', '10:30 PM', '12 s', '3.5 sec', '90 min'])(
  'a clock in the picture that shows %s is not read out: the voice would name it at another time',
  async shown => {
    const analysis = recognisedAnalysis.replace('Spring sale', shown).replace('From 5 May', `${shown} sharp`);
    for (const { name } of languages) {
      const script = (await narrate(name, analysis, 40)).join('');
      expect(script.replaceAll(`${shown} sharp`, '')).not.toContain(shown);
    }
    expect((await narrate('English', analysis, 40)).join('')).toContain(`${shown} sharp`);
  },
);

test('a number or a year that stands in the picture is no clock', async () => {
  const script = (await narrate('English', recognisedAnalysis.replace('Spring sale', '2026'), 40)).join('');
  expect(script).toContain('“2026”');
});

test('a narration of nothing measured is refused with a sentence', async () => {
  await expect(narrate('English', 'A man walks his dog.', 30)).rejects.toMatchObject({ code: 'bad_request' });
});

test('a cancelled narration stops', async () => {
  await expect(
    narrate('English', makeAnalysis(1, 30), 30, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'client_closed' });
});

test('a script that is too long loses whole sentences, and none of its own words is changed', async () => {
  const engine = createOfflineScript();
  const script = 'A dog comes into the garden. It looks around. It finds a ball. It runs to the sea.';
  const available = { unit: 'words', count: 14 } as const;
  const language = getLanguage('English');
  const signal = new AbortController().signal;
  const pieces = await Array.fromAsync(
    engine.rewriteScript({ script, language, change: 'shorten', available, signal }),
  );
  expect(pieces.join('')).toBe('A dog comes into the garden. It looks around. It runs to the sea.');
  expect(engine.canExpand).toBe(false);
});
