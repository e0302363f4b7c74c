import { expect, test } from 'vitest';
import { compareWords } from './rewrite-line.tsx';

test('words that went and words that came are told apart from those that stayed', () => {
  expect(compareWords('The quick brown fox looks up.', 'The fox glances up.', 'en')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'gone', text: 'quick brown ' },
    { kind: 'same', text: 'fox ' },
    { kind: 'gone', text: 'looks' },
    { kind: 'new', text: 'glances' },
    { kind: 'same', text: ' up.' },
  ]);
});

test('the pieces make up both texts, whatever they are', () => {
  for (const [before, after] of [
    ['', 'All of it is new.'],
    ['All of it is gone.', ''],
    ['狐が空を見上げる。', '狐が見上げる。'],
    ['a b c d', 'd c b a'],
    ['word '.repeat(2000), 'word '.repeat(1000)],
  ] as const) {
    const changes = compareWords(before, after, undefined);
    const join = (left: string) =>
      changes
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('');
    expect(join('new')).toBe(before);
    expect(join('gone')).toBe(after);
  }
});
