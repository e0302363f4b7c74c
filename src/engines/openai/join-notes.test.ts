import { expect, test } from 'vitest';
import { maxAnalysisCharacters } from '#shared/limits.ts';
import { joinNotes } from './join-notes.ts';

test('notes are joined in their order, a paragraph each', () => {
  expect(joinNotes(['A dog waits.', 'It runs.'])).toBe('A dog waits.\n\nIt runs.');
});

test('notes of one request stay as they are', () => {
  expect(joinNotes(['A dog waits.'])).toBe('A dog waits.');
});

test('ten times the longest notes are cut back to what a writer takes, each to whole sentences', () => {
  const notes = Array.from({ length: 10 }, (_, at) => `Dog ${at} runs. `.repeat(400).trim());
  const joined = joinNotes(notes);
  expect(joined.length).toBeLessThanOrEqual(maxAnalysisCharacters);
  expect(joined.length).toBeGreaterThan(0.95 * maxAnalysisCharacters);
  const paragraphs = joined.split('\n\n');
  expect(paragraphs.map(each => each[4])).toEqual([...'0123456789']);
  for (const each of paragraphs) expect(each).toMatch(/runs\.$/u);
});

test('short notes are not cut because others are long', () => {
  const joined = joinNotes(['A dog waits.', 'It runs. '.repeat(5000)]);
  expect(joined).toMatch(/^A dog waits\.\n\nIt runs\./u);
});
