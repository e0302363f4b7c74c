import { expect, test } from 'vitest';
import { createLine } from '#shared/narration/project.ts';
import { findChange } from './edit-lines.ts';

const [fox, snow, end] = [
  createLine({ id: 'fox', startMs: 0, text: 'A fox looks up.' }),
  createLine({ id: 'snow', startMs: 5000, text: 'It runs. It jumps.' }),
  createLine({ id: 'end', startMs: 9000, text: 'Nobody is there.' }),
];
const lines = [fox, snow, end];

test('the caret goes behind what was changed in a text, in whichever line that is', () => {
  const edited = [fox, { ...snow, text: 'It runs away. It jumps.' }, end];
  expect(findChange(lines, edited)).toEqual({ lineId: 'snow', caret: 'It runs away'.length });
  expect(findChange(edited, lines)).toEqual({ lineId: 'snow', caret: 'It runs'.length });
});

test('undoing a split puts the caret where the line was split; redoing it, to the new line', () => {
  const split = [
    fox,
    { ...snow, text: 'It runs.' },
    createLine({ id: 'new', startMs: 7000, text: 'It jumps.' }),
    end,
  ];
  expect(findChange(split, lines)).toEqual({ lineId: 'snow', caret: 'It runs.'.length });
  expect(findChange(lines, split)).toEqual({ lineId: 'new', caret: 0 });
});

test('a line that is gone leaves the focus to the one in its place', () => {
  expect(findChange(lines, [fox, end])?.lineId).toBe('end');
  expect(findChange(lines, [fox, snow])?.lineId).toBe('snow');
  expect(findChange([fox], [])).toBeUndefined();
});

test('a line that was only moved or locked is found, without a caret', () => {
  const moved = [fox, end, { ...snow, startMs: 10_000 }];
  expect(findChange(lines, moved)).toEqual({ lineId: 'snow', caret: undefined });
  expect(findChange(lines, [fox, snow, { ...end, isLocked: true }])).toEqual({
    lineId: 'end',
    caret: undefined,
  });
  expect(findChange(lines, lines)).toBeUndefined();
});
