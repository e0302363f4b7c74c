import { expect, test } from 'vitest';
import { defineMessages, fill, t } from './message.ts';

const messages = defineMessages('test', {
  plain: 'Add a video',
  left: { one: '{left} of {count} free narration left', other: '{left} of {count} free narrations left' },
  greeting: 'Hello, {name}. {name} is a fine name.',
});

test('a text without parameters is what it is', () => {
  expect(t(messages.plain)).toBe('Add a video');
});

test('a number is written with separators and decides between singular and plural', () => {
  expect(t(messages.left, { left: 996, count: 1000 })).toBe('996 of 1,000 free narrations left');
  expect(t(messages.left, { left: 0, count: 1 })).toBe('0 of 1 free narration left');
});

test('what a person wrote is not read as a parameter', () => {
  expect(t(messages.greeting, { name: '{left} $&' })).toBe('Hello, {left} $&. {left} $& is a fine name.');
});

test('an error carries the key and the values beside the text', () => {
  expect(fill(messages.left, { left: 2, count: 5 })).toEqual({
    key: 'test.left',
    values: { left: 2, count: 5 },
    text: '2 of 5 free narrations left',
  });
});
