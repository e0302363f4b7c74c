import { expect, test } from 'vitest';
import { isRead, listPrint } from './list-print.ts';

test('the offline engine’s print is listed from 90 % on, without clocks, each text once', () => {
  const text = [
    'Recognised: things of 80 kinds and print, each with its confidence.',
    '0:04.2 | scene: new | text: "Night Harbour" 96 %; "10:42" 99 %; "Sch1ff" 61 %',
    '0:09.0 | text: "NIGHT HARBOUR" 97 % | things: boat 80 %',
    '1:02.5 | text: "A film by \\u003b Ada" 90 %',
  ].join('\n');
  expect(listPrint([{ text, momentsMs: [4184, 9000, 62_500] }])).toEqual([
    { startMs: 4184, text: 'Night Harbour' },
    { startMs: 62_500, text: 'A film by ; Ada' },
  ]);
});

test.each([
  '4.2 s:',
  'At second 4.2:',
  '**Picture 2 of 10, at second 4.2:**',
  '- 0:04.2 –',
  'Picture 2 (4.2 s):',
])('print that an AI quotes behind “%s” has the time of its picture', head => {
  const text = `A short film.\n${head} a quay at night. A title reads “Night Harbour”.\nOn a sign: "Pier 9".`;
  expect(listPrint([{ text, momentsMs: [0, 4184] }])).toEqual([
    { startMs: 4184, text: 'Night Harbour' },
    { startMs: 4184, text: 'Pier 9' },
  ]);
});

test('what an AI quotes beside is no print', () => {
  const text = '4.2: "the woman in the red coat" walks off; her eyebrows go up.';
  expect(listPrint([{ text, momentsMs: [4200] }])).toEqual([]);
});

test.each([
  ['Night Harbour', 'On a wall is written: “Night Harbour”.', true],
  ['Night Harbour', 'Letters appear: night harbor, in white.', true],
  ['Night Harbour', 'A harbour at night.', false],
  ['EXIT', 'A green sign: Exit.', true],
  ['非常口', '緑の看板に「非常口」とある。', true],
  ['Chapter 2', 'The title: Chapter 1.', false],
])('“%s” is read by “%s”: %s', (text, line, expected) => {
  expect(isRead(text, [{ text: line }])).toBe(expected);
});
