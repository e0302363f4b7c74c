import { expect, test } from 'vitest';
import type { Draft } from '../versions/draft.ts';
import { isTakenOver } from './dashboard-draft.ts';

const empty: Draft = { prompt: '', language: 'English', script: '' };

test('after a sign-in the free page’s draft is taken over unless the dashboard has more', () => {
  const requested = { ...empty, prompt: 'calmly' };
  const written = { ...empty, script: 'Hello.' };
  expect(isTakenOver({ ...empty, language: 'French' }, undefined)).toBe(true);
  expect(isTakenOver(requested, undefined)).toBe(true);
  expect(isTakenOver(requested, empty)).toBe(true);
  expect(isTakenOver(requested, written)).toBe(false);
  expect(isTakenOver(written, requested)).toBe(true);
  expect(isTakenOver(written, written)).toBe(true);
});
