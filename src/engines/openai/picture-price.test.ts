import { expect, test } from 'vitest';
import { measurePrice, type SentPrompt, supposePrice, wereDropped } from './picture-price.ts';

const size = { width: 1024, height: 576 };
const price = measurePrice(size, 3000, { pictures: 1, tokens: 950 }, { pictures: 10, tokens: 3290 });

const send = (count: number, changes: Partial<SentPrompt> = {}): SentPrompt => ({
  characters: 3000,
  pictures: Array(count).fill(size),
  ...changes,
});

test('the price of a picture is what each more costs, and the rest is the text', () => {
  expect(price).toEqual({ size, tokens: 260, textTokens: 690, textCharacters: 3000 });
});

test.each([
  ['counts nothing', undefined, undefined],
  ['counts zero', 0, 0],
  ['counts the same for one as for ten', 950, 950],
  ['counts labels alone', 950, 1166],
])('a server that %s has no price', (_, one, ten) => {
  expect(
    measurePrice(size, 3000, { pictures: 1, tokens: one }, { pictures: 10, tokens: ten }),
  ).toBeUndefined();
});

test('with a measured price a single picture that is missing is found', () => {
  for (const count of [1, 3, 10]) {
    expect(wereDropped(690 + 260 * count, send(count), price)).toBe(false);
    expect(wereDropped(690 + 260 * (count - 1), send(count), price)).toBe(true);
  }
});

test('a longer text is not taken for pictures', () => {
  const sent = send(10, { characters: 7000 });
  expect(wereDropped(690 + 4000 / 4.5 + 2600, sent, price)).toBe(false);
  expect(wereDropped(690 + 4000 / 4.5 + 260, sent, price)).toBe(true);
});

test('a shorter text does not accuse the server', () => {
  expect(wereDropped(690 - 600 / 4 + 2600, send(10, { characters: 2400 }), price)).toBe(false);
});

test('smaller pictures may cost as much less as they are smaller', () => {
  const half = { width: 512, height: 576 };
  const sent = send(10, { pictures: Array(10).fill(half) });
  expect(wereDropped(690 + 1300, sent, price)).toBe(false);
  expect(wereDropped(690 + 130, sent, price)).toBe(true);
});

test('larger ones cost as much at least', () => {
  const square = { width: 1024, height: 1024 };
  const sent = send(3, { pictures: Array(3).fill(square) });
  expect(wereDropped(690 + 3 * 260, sent, price)).toBe(false);
});

test('without a measured price a picture costs 40 tokens at least, and a text a token for six characters', () => {
  // Of 3,000 characters and ten pictures: 500 + 400, less half a picture.
  expect(wereDropped(881, send(10), undefined)).toBe(false);
  expect(wereDropped(879, send(10), undefined)).toBe(true);
});

test('what is not counted proves nothing', () => {
  expect(wereDropped(undefined, send(10), price)).toBe(false);
  expect(wereDropped(0, send(10), price)).toBe(false);
});

test('where only one picture at a time is known to arrive, that it did is the measure', () => {
  const supposed = supposePrice(size, 3000, 950);
  expect(wereDropped(950, send(1), supposed)).toBe(false);
  expect(wereDropped(690, send(1), supposed)).toBe(true);
  expect(supposePrice(size, 3000, undefined)).toBeUndefined();
  expect(supposePrice(size, 3000, 0)).toBeUndefined();
});
