import { expect, test } from 'vitest';
import type { Draft } from '../takes/draft.ts';
import { isTakenOver } from './dashboard-draft.ts';

const empty: Draft = { wish: '', language: 'English', script: '' };

test('who signs in takes along what they did before, unless it is less than what waits for them', () => {
  const wished = { ...empty, wish: 'calmly' };
  const written = { ...empty, script: 'Hello.' };
  expect(isTakenOver({ ...empty, language: 'French' }, undefined)).toBe(true);
  expect(isTakenOver(wished, undefined)).toBe(true);
  expect(isTakenOver(wished, empty)).toBe(true);
  expect(isTakenOver(wished, written)).toBe(false);
  expect(isTakenOver(written, wished)).toBe(true);
  expect(isTakenOver(written, written)).toBe(true);
});
