import { expect, test } from 'vitest';
import { readKey } from './read-key.ts';

const read = (value: string) => readKey({ 'idempotency-key': value });
const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324';

test('a key is a string in quotes, and a plain word is the same key', () => {
  expect([read(`"${uuid}"`), read(uuid), read(`  "${uuid}" `)]).toEqual([uuid, uuid, uuid]);
  expect(read(String.raw`"two words, \"quoted\" \\"`)).toBe(String.raw`two words, "quoted" \ `.trim());
  expect(read('x'.repeat(255))).toHaveLength(255);
});

test('a request without the header has no key', () => {
  expect(readKey({})).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['nothing in quotes', '""'],
  ['a quote that is not closed', '"abc'],
  ['two keys', '"abc", "def"'],
  ['two plain keys', 'abc, def'],
  ['two words without quotes', 'abc def'],
  ['a parameter', '"abc";a=1'],
  ['a lone backslash', String.raw`"a\b"`],
  ['letters outside of ASCII', '"schlüssel"'],
  ['a control character', '"a\u0007b"'],
  ['more than 255 characters', 'x'.repeat(256)],
])('%s is refused', (_, value) => {
  expect(() => read(value)).toThrow('Please send one Idempotency-Key of 1 to 255 visible ASCII characters');
});
