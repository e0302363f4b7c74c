import { expect, test } from 'vitest';
import { getLanguage } from '../languages.ts';
import { describeSound } from './unspoken.ts';

const english = getLanguage('English');
const text = 'The kettle is on the stove now. The tea is ready for you all.';

test('a sound that is far shorter than its text is told, with the text', () => {
  expect(describeSound({ text, seconds: 1.2 }, english)).toBe(
    `The sound of “${text}” is far shorter than its text. Listen to it: words may be missing.`,
  );
});

test.each([
  ['spoken quickly', { text, seconds: 2.5 }],
  ['short', { text: 'Yes.', seconds: 0.1 }],
  ['of unknown length', { text, seconds: undefined }],
  ['by a person', { text, seconds: 1, recordedText: text }],
])('a line that is %s has nothing to tell', (_, line) => {
  expect(describeSound(line, english)).toBeUndefined();
});

test('words that the voice cannot read come first', () => {
  expect(describeSound({ text, seconds: 0, unspoken: '雪' }, english)).toContain('“雪”');
});

test('Chinese has its own rate', () => {
  const chinese = getLanguage('Chinese');
  expect(describeSound({ text: '水壶现在在炉子上，茶已经准备好了。', seconds: 0.9 }, chinese)).toContain(
    '水壶',
  );
  expect(
    describeSound({ text: '水壶现在在炉子上，茶已经准备好了。', seconds: 2.5 }, chinese),
  ).toBeUndefined();
});
