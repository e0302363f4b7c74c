import { describe, expect, test } from 'vitest';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { makeAnalysis } from '../../../tests/support/made-analysis.ts';
import { createOfflineScript } from './script.ts';

const seenAnalysis = [
  '0:01.0 | text: "Spring sale" 96 %',
  '0:09.0 | scene: new | things: bottle × 3 52 %; person 91 %',
  '0:17.0 | scene: new | text: "From 5 May" 93 %',
  '0:25.0 | scene: new | things: dog 90 %; cat 80 %',
].join('\n');

async function narrate(
  name: LanguageName,
  analysis: string,
  durationSeconds: number,
  options: { prompt?: string; signal?: AbortSignal } = {},
): Promise<string[]> {
  const script = createOfflineScript().writeScript({
    analysis,
    prompt: options.prompt ?? 'Tell me a story.',
    language: getLanguage(name),
    durationSeconds,
    signal: options.signal ?? new AbortController().signal,
  });
  return await Array.fromAsync(script);
}

const tell = async (analysis: string, durationSeconds = 60) =>
  (await narrate('English', analysis, durationSeconds)).join('');

describe.each(languages)('a narration in $name', language => {
  const { name } = language;

  test.each([8, 30, 120, 600])('of %i seconds fits its video', async durationSeconds => {
    const budget = computeTimeBudget(language, durationSeconds).count;
    for (const seed of [1, 2, 3]) {
      const pieces = await narrate(name, makeAnalysis(seed, durationSeconds), durationSeconds);
      if (pieces.length > 1) expect(countSpokenUnits(language, pieces.join(''))).toBeLessThanOrEqual(budget);
    }
  });

  test('never says a sentence twice, however long the video is', async () => {
    for (const seed of [4, 5, 6]) {
      const pieces = await narrate(name, makeAnalysis(seed, 1200), 1200);
      const sentences = pieces.map(piece => piece.trim());
      expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
    }
  });

  test('can be cut into its sentences again, but for quotations of several', async () => {
    const pieces = await narrate(name, seenAnalysis.replace('Spring sale', 'Chapter 1. The river'), 60);
    const parts = splitSentences(pieces.join(''), language.code);
    expect(parts.join('')).toBe(pieces.join(''));
    const sentences = pieces.map(piece => piece.trim());
    const others = parts.map(part => part.trim()).filter(part => part && !sentences.includes(part));
    expect(others).toEqual([expect.stringMatching(/Chapter 1\.$/u), expect.stringMatching(/^The river/u)]);
  });
});

test('no two languages say the same', async () => {
  const scripts = await Promise.all(
    languages.map(async ({ name }) => (await narrate(name, seenAnalysis, 60)).join('')),
  );
  expect(new Set(scripts).size).toBe(languages.length);
});

test('a narration says what is there, how many and what is written, in the order in which it comes', async () => {
  expect(await tell(seenAnalysis)).toMatch(
    /“Spring sale”.*[Tt]hree bottles and a person\..*“From 5 May”.*[Aa] dog and a cat\.$/su,
  );
});

test('the same video gives the same narration, whatever the prompt, and another video another', async () => {
  const analysis = makeAnalysis(7, 30);
  const script = await narrate('English', analysis, 30);
  expect(await narrate('English', analysis, 30, { prompt: 'Like a pirate, please.' })).toEqual(script);
  expect(await narrate('English', makeAnalysis(8, 30), 30)).not.toEqual(script);
});

test('what stays as it is is told once, however long it stays', async () => {
  const scenes = [0, 1, 2, 3].map(
    at => `0:${10 + at}.0${at === 3 ? ' | scene: new' : ''} | things: dog 90 %`,
  );
  expect((await narrate('English', scenes.join('\n'), 600)).length).toBe(1);
});

test('what comes is told when it does', async () => {
  const analysis = [
    '0:10.0 | things: car 90 %',
    '0:20.0 | things: car 90 %; person × several 80 %; boat 80 %',
    '0:30.0 | things: boat 80 %; person × several 80 %',
  ].join('\n');
  expect(await tell(analysis)).toBe('A car. Several people and a boat.');
});

test('five kinds are listed at most, the largest first', async () => {
  const kinds = ['dog', 'cat', 'cup', 'fork', 'vase', 'cake'].map(name => `${name} 90 %`).join('; ');
  expect(await tell(`0:10.0 | things: ${kinds}`)).toMatch(/a dog, a cat, a cup, a fork, and a vase\.$/iu);
});

test('nothing is said of the picture itself, whatever an older analysis says of it', async () => {
  const older = '0:10.0 | things: dog 90 % (nearing, near) | gone: cat | light: dark | colour: black';
  expect(await tell(older)).toBe('A dog.');
  await expect(tell('0:10.0 | light: dark | colour: red')).rejects.toMatchObject({
    code: 'nothing_recognised',
  });
});

test('a slide show becomes its headings, one after the other', async () => {
  const titles = ['Who we are', 'What we make', 'Where to find us', 'Thank you'];
  const rows = titles.map((text, at) => `0:${10 + at * 5}.0 | text: "${text}" 95 % | scene: new`);
  const script = await tell(rows.join('\n'), 30);
  expect(script.match(/“[^”]+”/gu)).toEqual(titles.map(text => `“${text}”`));
});

test('of many slides rather each heading is told than all lines of a few', async () => {
  const slides = ['Spring', 'Summer', 'Autumn', 'Winter'];
  const rows = slides.map(
    (season, at) =>
      `0:${10 + at * 5}.0 | text: "${season} in the mountains" 95 %; "With pictures of the long way up" 95 %; "And the way down" 95 %`,
  );
  const short = await tell(rows.join('\n'), 20);
  expect(slides.filter(season => short.includes(season))).toEqual(slides);
  expect(short).not.toContain('down');
  expect((await tell(rows.join('\n'), 90)).match(/down/gu)).toHaveLength(slides.length);
});

test('a video of a blink gets one sentence', async () => {
  expect(await narrate('English', seenAnalysis, 0.2)).toHaveLength(1);
});

test.each(['0:05', '12:34', '00:01:23', '00:00:05.120', '10:30 PM', '12 s', '3.5 sec', '90 min'])(
  'a clock in the picture that shows %s is not read out: the voice would name it at another time',
  async shown => {
    const analysis = seenAnalysis.replace('Spring sale', shown).replace('From 5 May', `${shown} sharp`);
    for (const { name } of languages) {
      const script = (await narrate(name, analysis, 60)).join('');
      expect(script).toContain(`${shown} sharp`);
      expect(script.replaceAll(`${shown} sharp`, '')).not.toContain(shown);
    }
  },
);

test('a number or a year that stands in the picture is no clock', async () => {
  expect(await tell(seenAnalysis.replace('Spring sale', '2026'))).toContain('“2026”');
});

test('of a video in which nothing was recognised nothing is written, in any way', async () => {
  const analysis = '0:01.0\n0:05.0 | scene: new\n0:09.0 | text: "12:34" 96 %';
  await expect(narrate('English', analysis, 30)).rejects.toMatchObject({ code: 'nothing_recognised' });
  for (const description of [undefined, 'standard', 'extended'] as const) {
    const lines = createOfflineScript().writeTimedScript({
      analysis,
      prompt: '',
      language: getLanguage('English'),
      durationSeconds: 30,
      cuePoints: [{ startSeconds: 1, available: { unit: 'words', count: 30 } }],
      linesBefore: [],
      description,
      signal: new AbortController().signal,
    });
    await expect(Array.fromAsync(lines)).rejects.toMatchObject({ code: 'nothing_recognised' });
  }
});

test('a narration of another text is refused with a sentence', async () => {
  await expect(narrate('English', 'A man walks his dog.', 30)).rejects.toMatchObject({ code: 'bad_request' });
});

test('a cancelled narration stops', async () => {
  await expect(narrate('English', seenAnalysis, 30, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'client_closed',
  });
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
