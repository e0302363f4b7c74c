import { expect, test } from 'vitest';
import { findNextCell, Typeahead } from './voice-grid.tsx';

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
