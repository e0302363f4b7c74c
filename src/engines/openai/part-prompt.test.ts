import { expect, test } from 'vitest';
import type { VisionRequest } from '../ports.ts';
import { composePartPrompt } from './part-prompt.ts';

const request: VisionRequest = {
  wish: 'Make it a fairy tale',
  frames: Array.from({ length: 10 }, (_, at) => ({ seconds: 3 * at, jpeg: Uint8Array.of(at) })),
  durationSeconds: 30,
  signal: new AbortController().signal,
};

const listTexts = (start: number, end: number) =>
  composePartPrompt(request, { start, end }).parts.flatMap(part => (part.kind === 'text' ? [part.text] : []));

test('all pictures in one request are asked for as such', () => {
  const texts = listTexts(0, 10);
  expect(texts[0]).toBe('<wish>\nMake it a fairy tale\n</wish>');
  expect(texts[1]).toBe('The video lasts 30.0 s. 10 pictures from it follow.');
  expect(texts.at(-2)).toBe('Picture 10 of 10, at second 27.0:');
  expect(texts.at(-1)).toBe('Write the notes now: on all 10 pictures, for the wish above.');
});

test('some of them keep their numbers and seconds, and get their share of the words', () => {
  expect(listTexts(3, 6)).toEqual([
    '<wish>\nMake it a fairy tale\n</wish>',
    'The video lasts 30.0 s. Of 10 pictures from it pictures 4 to 6 follow.',
    'Picture 4 of 10, at second 9.0:',
    'Picture 5 of 10, at second 12.0:',
    'Picture 6 of 10, at second 15.0:',
    'Write the notes on pictures 4 to 6 of 10 now, at most 170 words, for the wish above. The notes on the other pictures are written apart and stand before yours: begin with the first picture here.',
  ]);
});

test('a single one gets enough words all the same, and the first part its introduction', () => {
  expect(listTexts(0, 1).at(-1)).toBe(
    'Write the notes on picture 1 of 10 now, at most 80 words, for the wish above. The notes on the other pictures are written apart.',
  );
  expect(listTexts(9, 10)[1]).toBe('The video lasts 30.0 s. Of 10 pictures from it picture 10 follows.');
});

test('the pictures are those of the part, each behind its label', () => {
  const { parts } = composePartPrompt(request, { start: 3, end: 5 });
  expect(parts.map(part => (part.kind === 'picture' ? part.jpeg[0] : 'text'))).toEqual([
    'text',
    'text',
    'text',
    3,
    'text',
    4,
    'text',
  ]);
});

test('the wish stands in the system message, too, which no server drops', () => {
  const { system } = composePartPrompt(request, { start: 3, end: 5 });
  expect(system).toMatch(/^You are a video analyst\./u);
  expect(system).toMatch(/Make it a fairy tale\n<\/wish>$/u);
});

test('labels are not counted among the characters of the text', () => {
  const one = composePartPrompt(request, { start: 1, end: 4 });
  const labels = one.parts.flatMap(part =>
    part.kind === 'text' && part.text.startsWith('Picture ') ? [part.text] : [],
  );
  const texts = one.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []));
  const sum = [one.system, ...texts].join('').length - labels.join('').length;
  expect(labels).toHaveLength(3);
  expect(one.characters).toBe(sum);
});
