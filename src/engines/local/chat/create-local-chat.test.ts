import { expect, test } from 'vitest';
import { cutNotes } from './create-local-chat.ts';

test('notes that fit stay as they are', () => {
  const notes = 'A dog runs.\n\nIt barks.';
  expect(cutNotes(notes)).toBe(notes);
});

test('of longer notes each picture keeps its first sentences', () => {
  const notes = Array.from(
    { length: 60 },
    (_, at) => `${at} s: ${'A dog runs over the meadow. '.repeat(30)}`,
  );
  const kept = cutNotes(notes.join('\n\n'));
  expect(kept.length).toBeLessThanOrEqual(12_000);
  expect(kept.split('\n\n').map(each => Number.parseInt(each, 10))).toEqual(notes.map((_, at) => at));
  expect(kept.split('\n\n').every(each => each.endsWith('meadow.'))).toBe(true);
});

test('one paragraph without an end is cut, too', () => {
  expect(cutNotes('dog'.repeat(10_000)).length).toBeLessThanOrEqual(12_000);
});
