import { describe, expect, test } from 'vitest';
import { type Cell, findTypedRow, moveCell } from './grid-movement.ts';

const at = (row: number, column: Cell['column'] = 'voice'): Cell => ({ row, column });

describe('moving in the grid of voices', () => {
  test('goes up and down in the same column and stops at the ends', () => {
    expect(moveCell(at(3, 'preview'), 'ArrowDown', 5)).toEqual(at(4, 'preview'));
    expect(moveCell(at(4), 'ArrowDown', 5)).toEqual(at(4));
    expect(moveCell(at(1), 'ArrowUp', 5)).toEqual(at(0));
    expect(moveCell(at(0), 'ArrowUp', 5)).toEqual(at(0));
  });

  test('comes in from above with down, from below with up', () => {
    expect(moveCell(undefined, 'ArrowDown', 5)).toEqual(at(0));
    expect(moveCell(undefined, 'ArrowUp', 5)).toEqual(at(4));
  });

  test('goes to the Play button and back', () => {
    expect(moveCell(at(2), 'ArrowRight', 5)).toEqual(at(2, 'preview'));
    expect(moveCell(at(2, 'preview'), 'ArrowLeft', 5)).toEqual(at(2));
    expect(moveCell(at(2), 'ArrowLeft', 5)).toEqual(at(2));
  });

  test('goes to the first and the last voice, and by pages', () => {
    expect(moveCell(at(20), 'Home', 46)).toEqual(at(0));
    expect(moveCell(at(20), 'End', 46)).toEqual(at(45));
    expect(moveCell(at(44), 'PageDown', 46)).toEqual(at(45));
    expect(moveCell(at(20), 'PageUp', 46)?.row).toBeLessThan(20);
  });

  test('goes nowhere with another key, or where there is nothing', () => {
    expect(moveCell(at(1), 'a', 5)).toBeUndefined();
    expect(moveCell(undefined, 'ArrowDown', 0)).toBeUndefined();
  });
});

describe('typing a name', () => {
  const names = ['Santa', 'Adam', 'Josh', 'James', 'Jeremy', 'Doubting Thomas', 'Sam'];

  test('finds the first name that begins so, in any case', () => {
    expect(findTypedRow(names, 'jer', -1)).toBe(4);
    expect(findTypedRow(names, 'SAM', 1)).toBe(6);
    expect(findTypedRow(names, 'doubting t', -1)).toBe(5);
  });

  test('goes from one to the next with the same letter, and around', () => {
    expect(findTypedRow(names, 'j', -1)).toBe(2);
    expect(findTypedRow(names, 'jj', 2)).toBe(3);
    expect(findTypedRow(names, 'jjj', 3)).toBe(4);
    expect(findTypedRow(names, 'jjjj', 4)).toBe(2);
  });

  test('stays while what is typed still fits', () => {
    expect(findTypedRow(names, 'ja', 3)).toBe(3);
    expect(findTypedRow(names, 'sa', 0)).toBe(0);
  });

  test('finds nothing where nothing fits', () => {
    expect(findTypedRow(names, 'zz', 2)).toBeUndefined();
    expect(findTypedRow([], 'a', -1)).toBeUndefined();
  });
});
