import { expect, test } from 'vitest';
import { toObservations } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { fillScenes } from './read-pictures.ts';

const starts = [0, 5, 10, 15];

/** The lines of a timed narration, as a script, where the pictures at these seconds were looked at. */
function fill(script: string, moments: readonly number[] = starts): string[] {
  const editor = createTestEditor();
  editor.store.setState(({ project, form }) => ({
    form: { ...form, language: 'English' },
    project: {
      ...project,
      observations: toObservations({ analysis: 'Seen.', moments, source: { provider: 'x', model: 'y' } }),
    },
  }));
  return fillScenes(editor, starts, { text: script }).map(({ startMs, text }) =>
    `${startMs / 1000} ${text}`.trim(),
  );
}

test('where nothing is known, each scene is an empty line', () => {
  expect(fill('')).toEqual(['0', '5', '10', '15']);
});

test('what is known stands at its scene, and the others stay empty', () => {
  expect(fill('[0:05] Two people.\n[0:15] A dog.')).toEqual(['0', '5 Two people.', '10', '15 A dog.']);
});

test('what was seen in the first picture of a scene stands where the scene begins', () => {
  expect(fill('[0:07] A dog.', [2, 7, 12])).toEqual(['0', '5 A dog.', '10', '15']);
  expect(fill('[0:08] A dog.', [6, 8, 12])).toEqual(['0', '8 A dog.', '10', '15']);
});

test('a scene that begins while a line is being said gets no line of its own', () => {
  const long =
    'It says that the ferry leaves at nine, at eleven and at one, and that the island is closed on Mondays.';
  expect(fill(`[0:05] ${long}`)).toEqual(['0', `5 ${long}`, '15']);
});
