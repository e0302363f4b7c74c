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
const maxFalseAlarms = 0.05;

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
    expect(found.filter(isRight => !isRight).length / found.length).toBeLessThanOrEqual(maxFalseAlarms);
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

test.each([
  ['English', 'She leaves as quietly as she came.'],
  ['English', 'He sits where his brother sat before.'],
  ['English', 'She puts on the red coat she wore at the station.'],
  ['English', 'A man who stole the car runs past.'],
  ['English', 'After they left, the room is dark.'],
  ['English', 'He finds what she wrote, and burns it.'],
  ['English', 'The house is smaller than it was.'],
  ['German', 'Sie geht so leise, wie sie kam.'],
  ['German', 'Er trägt den Mantel, den sie trug.'],
  ['German', 'Als der Zug abfuhr, winkt sie noch.'],
  ['Spanish', 'Se va tan callada como entró.'],
  ['Spanish', 'Lee la carta que escribió su madre.'],
  ['Japanese', '彼女は来た時と同じように静かに去る。'],
] as const)('in %s, “%s” is in the present: its main verb is', (language, text) => {
  const rules = checkWords(createLine({ text }), language).map(({ rule }) => rule);
  expect(rules).not.toContain('present-tense');
});

test.each([
  ['English', 'When he enters, she stood up.'],
  ['English', 'She came as quietly as he did.'],
  ['English', 'The man who waits at the gate, a baker, took the bag.'],
  ['German', 'Als er kommt, stand sie auf.'],
  ['Spanish', 'Cuando él entra, ella salió.'],
] as const)('in %s, “%s” is not: a clause with another tense changes nothing', (language, text) => {
  expect(checkWords(createLine({ text }), language)).toMatchObject([{ rule: 'present-tense' }]);
});

test('a clause of any length is read in a moment', () => {
  const text = 'as she '.repeat(5000);
  const start = performance.now();
  checkWords(createLine({ text }), 'English');
  expect(performance.now() - start).toBeLessThan(2000);
});

test('a line that stays the same is not checked again', () => {
  const line = createLine({ text: 'We see a street.' });
  expect(checkWords(line, 'English')).toBe(checkWords(line, 'English'));
  expect(checkWords(line, 'German')).toEqual([]);
});
