import { expect, test } from 'vitest';
import { createLine, createNarration } from '#shared/narration/project.ts';
import { compareVersions } from './compare-versions.ts';

const make = (rows: readonly (readonly [number | null, string])[]) =>
  createNarration({
    style: rows.some(([startMs]) => startMs !== null) ? 'timed' : 'continuous',
    language: 'English',
    lines: rows.map(([startMs, text]) => createLine({ startMs, text })),
  });

const print = (...versions: Parameters<typeof compareVersions>) =>
  compareVersions(...versions).map(({ startMs, changes }) => [
    startMs,
    changes.map(({ kind, text }) => `${kind} ${text}`),
  ]);

test('lines that begin at the same time are compared word by word', () => {
  const before = make([
    [0, 'A boat leaves.'],
    [4000, 'Night falls.'],
  ]);
  const after = make([
    [0, 'A red boat leaves.'],
    [6000, 'Night falls.'],
  ]);
  expect(print(before, after)).toEqual([
    [0, ['same A ', 'new red ', 'same boat leaves.']],
    [4000, ['gone Night falls.']],
    [6000, ['new Night falls.']],
  ]);
});

test('rows of continuous scripts are compared in their order', () => {
  const before = make([
    [null, 'One.'],
    [null, 'Two.'],
  ]);
  const after = make([
    [null, 'One.'],
    [null, 'Two and three.'],
  ]);
  expect(print(before, after)).toEqual([
    [undefined, ['same One.']],
    [undefined, ['same Two', 'new  and three', 'same .']],
  ]);
});

test('the same text has no changes', () => {
  const version = make([[0, 'A boat leaves.']]);
  expect(
    compareVersions(version, version)
      .flatMap(({ changes }) => changes)
      .every(({ kind }) => kind === 'same'),
  ).toBe(true);
});
