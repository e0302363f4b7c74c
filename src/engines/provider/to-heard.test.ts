import { expect, test } from 'vitest';
import { groupWords } from '#shared/transcript/to-transcript.ts';
import { findLanguage, toHeard } from './to-heard.ts';

const said = (startSeconds: number, endSeconds: number, text: string, more: object = {}) => ({
  startSeconds,
  endSeconds,
  text,
  ...more,
});

test('times before the start and beyond the end are moved into the sound', () => {
  const { segments } = toHeard([said(-1, 2, 'one'), said(4, 99, 'two'), said(120, 125, 'three')], 5);
  expect(segments.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
    [0, 2],
    [4, 5],
    [4.99, 5],
  ]);
});

test('a segment that ends before it starts still has a length', () => {
  expect(toHeard([said(3, 1, 'one')], 5).segments).toEqual([said(3, 3.01, 'one')]);
});

test('segments come in the order of their starts, and may overlap', () => {
  const { segments } = toHeard([said(2, 4, 'second'), said(0, 3, 'first')], 5);
  expect(segments.map(({ text }) => text)).toEqual(['first', 'second']);
});

test('texts without letters to read are dropped', () => {
  expect(toHeard([said(0, 1, '  '), said(1, 2, '[BLANK_AUDIO]'), said(2, 3, '\u0000')], 5).segments).toEqual(
    [],
  );
});

test.each([
  ['[Music]', 'Music'],
  ['(laughter)', 'laughter'],
  ['*OUTRO MUSIC*', 'OUTRO MUSIC'],
  ['♪♪', 'music'],
  ['（笑）', '笑'],
])('%s is a sound', (text, name) => {
  expect(toHeard([said(0, 1, text)], 5).segments).toEqual([said(0, 1, name, { isSound: true })]);
});

test('speech with a bracket in it, and curses, stay as said', () => {
  const texts = ['Well (she said) damn it!', '[Music] fades', '♪ I did it my way ♪ he sang'];
  expect(
    toHeard(
      texts.map(text => said(0, 1, text)),
      5,
    ).segments.map(({ text }) => text),
  ).toEqual(texts);
});

test('the language of most of the text counts, unless the provider names one', () => {
  const parts = [
    said(0, 1, 'Hi.', { language: 'English' }),
    said(1, 4, 'Guten Tag.', { language: 'German' }),
  ];
  expect(toHeard(parts, 5).language).toBe('German');
  expect(toHeard(parts, 5, 'en').language).toBe('English');
  expect(toHeard(parts, 5, 'klingon').language).toBe('German');
});

test.each([
  ['en', 'English'],
  ['pt-BR', 'Portuguese'],
  ['zh_Hans', 'Chinese'],
  ['deu', 'German'],
  ['cmn', 'Chinese'],
  ['nor', 'Norwegian'],
  ['no', 'Norwegian'],
  ['nn', 'Norwegian'],
  ['fil', 'Tagalog'],
  ['tl', 'Tagalog'],
  ['english', 'English'],
  ['Castilian', 'Spanish'],
  ['xx', undefined],
  ['tlh', undefined],
  ['__proto__', undefined],
  ['', undefined],
])('a provider\'s language "%s" is %s', (tag, name) => {
  expect(findLanguage(tag)).toBe(name);
});

test('words make a segment for each sentence, speaker and pause', () => {
  const text = 'Hello there. I am—here. Are you?';
  const words = [
    said(0, 0.4, 'Hello'),
    said(0.4, 0.8, 'there'),
    said(0.9, 1, 'I'),
    said(1, 1.2, 'am'),
    said(3, 3.5, 'here'),
    said(3.6, 3.8, 'Are', { speaker: 'B' }),
    said(3.8, 4, 'you', { speaker: 'B' }),
  ];
  expect(toHeard(groupWords(text, words), 5).segments.map(each => each.text)).toEqual([
    'Hello there.',
    'I am—',
    'here.',
    'Are you?',
  ]);
});

test('words of a language without spaces are joined without any', () => {
  const words = [said(0, 0.5, '今日'), said(0.5, 0.7, 'は'), said(0.7, 1, '雨')];
  expect(groupWords('今日は雨。', words).map(({ text }) => text)).toEqual(['今日は雨。']);
});

test('words that the text does not have are joined with spaces', () => {
  expect(groupWords('', [said(0, 1, 'one'), said(1, 2, 'two')]).map(({ text }) => text)).toEqual([
    'one two ',
  ]);
});
