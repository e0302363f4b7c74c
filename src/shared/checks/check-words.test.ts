import { describe, expect, test } from 'vitest';
import lines from '../../../tests/support/description-lines.json' with { type: 'json' };
import { createLine } from '../narration/project.ts';
import { checkWords } from './check-words.ts';

const languages = [
  ['English', lines.en],
  ['German', lines.de],
  ['Spanish', lines.es],
  ['Japanese', lines.ja],
] as const;
const mostFalseAlarms = 0.05;

describe.each(languages)('in %s', (language, { good, bad }) => {
  const check = (text: string) => checkWords(createLine({ text }), language).map(({ rule }) => rule);

  test('twenty good lines pass, although they look like bad ones', () => {
    expect(good).toHaveLength(20);
    expect(good.filter(text => check(text).length > 0)).toEqual([]);
  });

  test('twenty bad lines are each found by their rule', () => {
    expect(bad).toHaveLength(20);
    expect(bad.filter(({ text, rule }) => !check(text).some(found => found === rule))).toEqual([]);
  });

  test('at most one in twenty findings is a false alarm', () => {
    const found = [
      ...good.flatMap(text => check(text).map(() => false)),
      ...bad.flatMap(({ text, rule }) => check(text).map(each => each === rule)),
    ];
    expect(found.filter(isRight => !isRight).length / found.length).toBeLessThanOrEqual(mostFalseAlarms);
  });
});

test.each([
  ['English', 'She laughs, and you’ll never guess: we see it.', "“you'll”"],
  ['English', 'A poster says ‘We don’t sell’ and “We were here”.', undefined],
  ['English', 'Will Smith shakes hands with US soldiers.', undefined],
  ['German', 'Schloss und Park liegen im Nebel. Der Stand ist leer.', undefined],
  ['German', 'Er schloss das Tor.', '“schloss”'],
  ['Spanish', 'Lee un libro de Miró en el sofá.', undefined],
  ['Japanese', '男が走った。', '“男が走った”'],
] as const)('in %s, “%s” is judged by its own words', (language, text, words) => {
  const [first] = checkWords(createLine({ text }), language);
  if (words === undefined) expect(first).toBeUndefined();
  else expect(first?.message).toContain(words);
});

test.each([
  ['French', 30, 'Une phrase très longue qui continue et continue sans jamais finir, '.repeat(4)],
  ['Chinese', 80, '一个人走过广场然后停在喷泉旁边看着水面上的灯光，'.repeat(4)],
] as const)(
  'in %s, whose words are not checked, a sentence of more than %i words or characters is',
  (language, limit, text) => {
    const checks = checkWords(createLine({ text }), language);
    expect(checks.map(({ rule }) => rule)).toEqual(['short-sentences']);
    expect(Number(/\d+/.exec(checks[0]?.message ?? '')?.[0])).toBeGreaterThan(limit);
  },
);

test('a line that stays the same is not checked again', () => {
  const line = createLine({ text: 'We see a street.' });
  expect(checkWords(line, 'English')).toBe(checkWords(line, 'English'));
  expect(checkWords(line, 'German')).toEqual([]);
});
