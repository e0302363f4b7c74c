import { describe, expect, test } from 'vitest';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { readAnalysis, writeAnalysis } from './analysis-text.ts';
import { composeNarration } from './compose-narration.ts';
import { descriptionWords, type FrameDescription } from './frame-description.ts';
import { colourNames } from './phrases/phrases.ts';
import { phrasesByLanguage } from './phrases-by-language.ts';
import { createOfflineScript } from './script.ts';

/** Ten pictures of a made video: the same for the same seed, and other things happen for another. */
function makeAnalysis(seed: number, durationSeconds: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1;
    return (state >>> 8) % below;
  };
  const pick = <Word>(words: readonly Word[]): Word => words[next(words.length)] as Word;
  const view = () => ({
    light: pick(descriptionWords.light),
    contrast: pick(descriptionWords.contrast),
    colours: [...new Set([pick(colourNames), pick(colourNames)])],
    tone: pick(descriptionWords.tone),
    detail: pick(descriptionWords.detail),
  });
  let current = view();
  const frames = Array.from({ length: 10 }, (_, at): FrameDescription => {
    const change = pick(descriptionWords.change);
    if (at > 0 && change !== 'still' && next(2) === 0) current = view();
    const step = at === 0 ? undefined : { change, trend: pick(descriptionWords.trend) };
    return { seconds: Math.round((at + 0.5) * durationSeconds) / 10, ...current, step };
  });
  return writeAnalysis(frames);
}

/** A video in which nothing can be said but its colour. */
function makeStillAnalysis(durationSeconds: number): string {
  const frames = Array.from(
    { length: 10 },
    (_, at): FrameDescription => ({
      seconds: Math.round((at + 0.5) * durationSeconds) / 10,
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

async function narrate(
  name: LanguageName,
  analysis: string,
  durationSeconds: number,
  options: { wish?: string; signal?: AbortSignal } = {},
): Promise<string[]> {
  const pieces: string[] = [];
  const script = createOfflineScript().writeScript({
    analysis,
    wish: options.wish ?? 'Tell me a story.',
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
    [120, 0.6],
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

  test('never says a sentence twice in a row', async () => {
    const pieces = await narrate(name, makeAnalysis(4, 120), 120);
    const sentences = pieces.map(piece => piece.trim());
    expect(sentences.filter((sentence, at) => sentence === sentences[at - 1])).toEqual([]);
  });

  test('can be cut into its sentences again', async () => {
    const pieces = await narrate(name, makeAnalysis(5, 60), 60);
    const sentences = splitSentences(pieces.join(''), language.code)
      .map(sentence => sentence.trim())
      .filter(sentence => sentence !== '');
    expect(sentences).toEqual(pieces.map(piece => piece.trim()));
  });
});

test('no two languages say the same', async () => {
  const analysis = makeAnalysis(6, 60);
  const scripts = await Promise.all(
    languages.map(async ({ name }) => (await narrate(name, analysis, 60)).join('')),
  );
  expect(new Set(scripts).size).toBe(languages.length);
});

test('the same video gives the same narration, whatever was wished, and another video another', async () => {
  const analysis = makeAnalysis(7, 30);
  const script = await narrate('English', analysis, 30);
  expect(await narrate('English', analysis, 30, { wish: 'Like a pirate, please.' })).toEqual(script);
  expect(await narrate('English', makeAnalysis(8, 30), 30)).not.toEqual(script);
});

test('a video of a blink gets one sentence', async () => {
  expect(await narrate('English', makeAnalysis(9, 0.2), 0.2)).toHaveLength(1);
});

test('a video in which hardly anything happens is still narrated', async () => {
  const script = (await narrate('English', makeStillAnalysis(120), 120)).join('');
  const budget = computeTimeBudget(getLanguage('English'), 120).count;
  expect(countSpokenUnits(getLanguage('English'), script)).toBeGreaterThan(budget / 2);
  expect(script).not.toMatch(/dark|bright|warm|cool|moves, gently|scene changes/u);
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

test('a narration tells the time in the words of its language', () => {
  const analysis = readAnalysis(makeStillAnalysis(900));
  const say = (name: LanguageName) =>
    composeNarration(analysis, phrasesByLanguage[name], getLanguage(name), 900)
      .map(sentence => sentence.text)
      .join(' ');
  expect(say('English')).toMatch(/: \d+ minutes(?: \d+ seconds|, \d+ seconds)?\./u);
  expect(say('Czech')).toMatch(/: \d+ minut/u);
  expect(say('Chinese')).toMatch(/：\d+分钟/u);
});

test('a narration of nothing measured is refused with a sentence', async () => {
  await expect(narrate('English', 'A man walks his dog.', 30)).rejects.toMatchObject({ code: 'bad_request' });
});

test('a cancelled narration stops', async () => {
  await expect(
    narrate('English', makeAnalysis(1, 30), 30, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'client_closed' });
});
