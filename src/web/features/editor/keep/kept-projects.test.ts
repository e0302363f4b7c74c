import { expect, test } from 'vitest';
import { createLine, createNarration, createProject, type Project } from '#shared/narration/project.ts';
import { nameProject, nameVersion } from './kept-projects.ts';

const video = { name: 'holiday.2026.mp4', sizeBytes: 1, durationMs: 1, width: 1, height: 1, fingerprint: '' };
const write = (text: string): Project => ({
  ...createProject(),
  narrations: [createNarration({ style: 'continuous', lines: [createLine({ text })] })],
});

test('a narration is called as the person named it, else by its video, else by its first words', () => {
  expect(nameProject({ ...createProject('Sea'), video })).toBe('Sea');
  expect(nameProject({ ...createProject(), video })).toBe('holiday.2026');
  expect(nameProject(write(' A boat leaves.'))).toBe('A boat leaves.');
  expect(nameProject(write('A boat leaves the harbour early in the morning.'))).toBe(
    'A boat leaves the harbour early in the m…',
  );
  expect(nameProject(createProject())).toBe('Untitled narration');
});

test('a version is called by its number and its name, else by its language and voice', () => {
  const narrations = [
    createNarration({ style: 'timed' }),
    createNarration({ style: 'timed', language: 'English', settings: { voice: 'nova' } }),
    createNarration({ style: 'timed', language: 'English', name: 'Short' }),
  ];
  const project = { ...createProject(), narrations };
  expect(narrations.map(narration => nameVersion(project, narration))).toEqual([
    'Version 1',
    'Version 2 · English · nova',
    'Version 3 · Short',
  ]);
});
