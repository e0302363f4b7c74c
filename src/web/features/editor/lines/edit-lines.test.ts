import { describe, expect, test } from 'vitest';
import { addLine, joinLines, removeLine, setText, setTime, splitLine } from './edit-lines.ts';

const lines = [
  { startSeconds: 0, text: 'A fox looks up.' },
  { startSeconds: 5, text: 'It runs. It jumps.' },
  { startSeconds: 12, text: 'Nobody is there.' },
];

describe('the lines of a timed script', () => {
  test('are split where the cursor is, the second part at about its time', () => {
    const split = splitLine(lines, { index: 1, caret: 8 }, { needSeconds: 3.6, availableSeconds: 7 });
    expect(split?.lines.slice(1, 3)).toEqual([
      { startSeconds: 5, text: 'It runs.' },
      { startSeconds: 6.6, text: 'It jumps.' },
    ]);
    expect(split?.focus).toEqual({ index: 2, caret: 0 });
  });

  test('stay in order when one is split that needs more than its available duration', () => {
    const split = splitLine(lines, { index: 0, caret: 14 }, { needSeconds: 60, availableSeconds: 5 });
    expect(split?.lines.map(({ startSeconds }) => startSeconds)).toEqual([0, 4.9, 5, 12]);
  });

  test('are not split where there is no room for two', () => {
    expect(
      splitLine(lines, { index: 0, caret: 3 }, { needSeconds: 1, availableSeconds: 0.1 }),
    ).toBeUndefined();
  });

  test('are joined with the one before, the cursor between them', () => {
    const joined = joinLines(lines, 1);
    expect(joined?.lines).toEqual([
      { startSeconds: 0, text: 'A fox looks up. It runs. It jumps.' },
      lines[2],
    ]);
    expect(joined?.focus).toEqual({ index: 0, caret: 16 });
    expect(joinLines(lines, 0)).toBeUndefined();
  });

  test('are what they were before after a split and a join', () => {
    const split = splitLine(lines, { index: 1, caret: 8 }, { needSeconds: 3, availableSeconds: 7 });
    expect(joinLines(split?.lines ?? [], 2)?.lines).toEqual(lines);
  });

  test('go to their place when their time changes', () => {
    const { lines: moved, focus } = setTime(lines, 2, 2.504);
    expect(moved.map(({ startSeconds }) => startSeconds)).toEqual([0, 2.5, 5]);
    expect(focus.index).toBe(1);
  });

  test('begin when the video does at the earliest', () => {
    expect(setTime(lines, 0, -3).lines[0]?.startSeconds).toBe(0);
  });

  test('get a new one where the video stands, once', () => {
    const added = addLine(lines, 8);
    expect(added.lines[2]).toEqual({ startSeconds: 8, text: '' });
    expect(added.focus).toEqual({ index: 2, caret: 0 });
    const again = addLine(added.lines, 8.04);
    expect(again.lines).toBe(added.lines);
    expect(again.focus.index).toBe(2);
  });

  test('lose one, and the next one has the keyboard', () => {
    expect(removeLine(lines, 1)).toEqual({ lines: [lines[0], lines[2]], focus: { index: 1, caret: 0 } });
    expect(removeLine(lines, 2).focus.index).toBe(1);
  });

  test('stay one line whatever is pasted', () => {
    expect(setText(lines, 0, 'A fox \r\n\n looks\nup.')[0]?.text).toBe('A fox looks up.');
  });
});
