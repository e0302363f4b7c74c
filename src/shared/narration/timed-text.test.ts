import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineMessages } from '../messages/line-problems.ts';
import { t } from '../messages/message.ts';
import { findScriptProblems } from './require-timed-script.ts';
import { isTimedScript, parseTimedScript, printTimedScript, removeTimes } from './timed-text.ts';

const fox = '[0:00] A fox sleeps.\n[0:12.5] It looks up.\n\n[1:02:03] It is gone.\n';

describe('a timed script', () => {
  test('is read line by line, and printed unchanged', () => {
    const { cues } = parseTimedScript(fox);
    expect(cues).toEqual([
      { startSeconds: 0, text: 'A fox sleeps.' },
      { startSeconds: 12.5, text: 'It looks up.' },
      { startSeconds: 3723, text: 'It is gone.' },
    ]);
    expect(printTimedScript(cues)).toBe('[0:00] A fox sleeps.\n[0:12.5] It looks up.\n[1:02:03] It is gone.');
  });

  test('joins a line without a time to the one above', () => {
    const { cues } = parseTimedScript('[0:01] One\n  and two\n\nand three\n[0:09] Four');
    expect(cues.map(({ text }) => text)).toEqual(['One\nand two\nand three', 'Four']);
  });

  test.each([
    ['Windows line ends and a byte order mark', '\ufeff[0:01] One\r\n[0:02] Two\r\n'],
    ['Arabic digits', '[٠:٠١] One\n[٠:٠٢] Two'],
    ['Japanese brackets', '［０：０１］ One\n【0:02】Two'],
    ['direction marks', '\u200f[0:01]\u200f One\n\u200e[0:02] Two'],
    ['minutes and seconds of one digit', '[0:1] One\n[0:2] Two'],
    ['a decimal comma', '[0:01,0] One\n[0:02,000] Two'],
    ['indented lines', '  [0:01] One\n\t[0:02] Two'],
  ])('may have %s', (_, text) => {
    expect(parseTimedScript(text).cues).toEqual([
      { startSeconds: 1, text: 'One' },
      { startSeconds: 2, text: 'Two' },
    ]);
  });

  test('in a right-to-left language keeps its times', () => {
    const cues = [
      { startSeconds: 3, text: 'הַשּׁוּעָל יָשֵׁן.' },
      { startSeconds: 75.25, text: 'ينظر الثعلب إلى الأعلى [0:99].' },
    ];
    expect(parseTimedScript(printTimedScript(cues)).cues).toEqual(cues);
  });

  test('has its mistakes reported by line', () => {
    const script = 'Once upon a time\n[0:05] One\n[0:04] Two\n[0:05] Three\n[0:06]\n[2:00] Four';
    const problems = findScriptProblems(parseTimedScript(script), 60);
    expect(problems.map(({ line, kind, message }) => [line, kind, message.text])).toEqual([
      [1, 'no time', t(lineMessages.noTime, { line: 1 })],
      [3, 'goes back', t(lineMessages.goesBack, { line: 3, time: '0:04' })],
      [4, 'goes back', t(lineMessages.goesBack, { line: 4, time: '0:05' })],
      [5, 'no text', t(lineMessages.noText, { line: 5, time: '0:06' })],
      [6, 'beyond the end', t(lineMessages.beyondEnd, { line: 6, time: '2:00' })],
    ]);
  });

  test('reports too long lines, including the rows below them', () => {
    const most = 'a'.repeat(2000);
    const script = `[0:00] ${most}\n[0:05] ${most}b\n[0:09] ${most}\n \nc`;
    const problems = findScriptProblems(parseTimedScript(script));
    expect(problems.map(({ kind, message }) => [kind, message.text])).toEqual([
      ['too long', t(lineMessages.tooLong, { line: 2, count: 2001, limit: 2000 })],
      ['too long', t(lineMessages.tooLong, { line: 3, count: 2002, limit: 2000 })],
    ]);
  });

  test('of 10,000 lines is read quickly', () => {
    const lines = Array.from({ length: 10_000 }, (_, second) => ({
      startSeconds: second,
      text: `Line ${second}`,
    }));
    expect(parseTimedScript(printTimedScript(lines)).cues).toEqual(lines);
  });

  test('is spoken without its times', () => {
    expect(removeTimes(fox)).toBe('A fox sleeps.\nIt looks up.\n\nIt is gone.\n');
  });
});

describe('an untimed text', () => {
  test.each([
    'A fox sleeps.',
    'At [0:12] the fox looks up.',
    '[12] A footnote',
    '[note] It is 0:12.',
    '[0:75] No time has so many seconds.',
    '[1:75:00] nor so many minutes.',
    '',
  ])('%j is unchanged', text => {
    expect(isTimedScript(text)).toBe(false);
    expect(removeTimes(text)).toBe(text);
  });
});

test('printed scripts are read back, in any script', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map(each => each.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
    .filter(each => each !== '' && !isTimedScript(each));
  const cues = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 14_400_000 }), text), { selector: ([time]) => time })
    .map(all =>
      all
        .toSorted(([one], [other]) => one - other)
        .map(([ms, spoken]) => ({ startSeconds: ms / 1000, text: spoken })),
    );
  fc.assert(
    fc.property(cues, all => {
      expect(parseTimedScript(printTimedScript(all)).cues).toEqual(all);
    }),
  );
});
