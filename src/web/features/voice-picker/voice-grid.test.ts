import { describe, expect, test } from 'vitest';
import { findNextCell, findRendered, findRowTop, scrollToRow, Typeahead } from './voice-grid.tsx';

const heights = { heading: 40, row: 60 };

describe('rows of a long list', () => {
  const counts = [5, 500];

  test('are rendered around what is in sight', () => {
    expect(findRendered(counts, { top: 0, height: 600 }, heights)).toEqual([
      { from: 0, to: 5 },
      { from: 0, to: 10 },
    ]);
    // The 100th row of the second group is at the top.
    const top = findRowTop(counts, 105, heights);
    expect(top).toBe(40 + 5 * 60 + 40 + 100 * 60);
    expect(findRendered(counts, { top, height: 600 }, heights)).toEqual([
      { from: 5, to: 5 },
      { from: 94, to: 116 },
    ]);
  });

  test('are all rendered where they are few', () => {
    expect(findRendered([41, 5], { top: 0, height: 100 }, heights)).toEqual([
      { from: 0, to: 41 },
      { from: 0, to: 5 },
    ]);
  });

  test('come into sight below their heading, with the least scrolling', () => {
    const view = { top: 1000, height: 600 };
    expect(scrollToRow(1200, view, heights)).toBe(1000);
    expect(scrollToRow(1000, view, heights)).toBe(960);
    expect(scrollToRow(1600, view, heights)).toBe(1060);
  });
});

test('arrow keys move by cells, Page Down by pages, Home and End to the names at the ends', () => {
  const cell = { row: 3, column: 1 };
  const next = (key: string) => findNextCell(key, cell, 10, 5);
  expect(next('ArrowDown')).toEqual({ row: 4, column: 1 });
  expect(next('ArrowLeft')).toEqual({ row: 3, column: 0 });
  expect(next('PageDown')).toEqual({ row: 8, column: 1 });
  expect(next('PageUp')).toEqual({ row: 0, column: 1 });
  expect(next('End')).toEqual({ row: 9, column: 0 });
  expect(next('a')).toBeUndefined();
});

test('letters go to a name: more of them soon after, one repeated to the next name, later ones begin anew', () => {
  const names = ['Sam', 'Santa', 'Serena', 'Adam'];
  const typeahead = new Typeahead();
  expect(typeahead.type('s', names, 3, 0)).toBe(0);
  expect(typeahead.type('s', names, 0, 100)).toBe(1);
  expect(typeahead.type('s', names, 1, 2000)).toBe(2);
  expect(typeahead.type('a', names, 2, 2100)).toBe(0);
  expect(typeahead.type('n', names, 0, 2200)).toBe(1);
  expect(typeahead.type('x', names, 1, 2300)).toBeUndefined();
});
