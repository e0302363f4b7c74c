import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countIds, madeCommand, madeProject } from '../../../tests/support/made-projects.ts';
import { maxScriptCharacters, maxTimedLines } from '../limits.ts';
import { t } from '../messages/message.ts';
import { projectFileMessages } from '../messages/project-file.ts';
import { apply } from './commands.ts';
import { openProject, openProjectFile, printProject } from './open-project.ts';
import { createLine, createNarration, createProject, type Line, type Project } from './project.ts';
import { schemaVersion } from './project-schema.ts';

function toFile(text: string) {
  const bytes = new TextEncoder().encode(text);
  return { size: bytes.length, read: async () => bytes };
}

const fox = createLine({ startMs: 0, text: 'A fox.' });
const bird = createLine({ startMs: 1000, text: 'A bird.' });

/** A document with one timed narration. */
function makeProject(lines: readonly Line[] = [fox]): Project {
  return { ...createProject('Holiday'), narrations: [createNarration({ style: 'timed', lines })] };
}

test('whatever is made by commands opens from its file as it was, and prints the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(madeProject, fc.array(madeCommand(), { maxLength: 15 }), async (project, commands) => {
      const makeId = countIds();
      const made = commands.reduce((before, make) => apply(before, make(before, makeId), makeId), project);
      const printed = printProject(made);
      const opened = await openProjectFile(toFile(printed));
      expect(opened).toStrictEqual(made);
      expect(printProject(opened)).toBe(printed);
    }),
  );
});

test('a document of an older version opens, changed by every migration since', () => {
  const project = makeProject();
  const { title, ...others } = project;
  const older = { ...others, name: title, schemaVersion: schemaVersion - 1 };
  const migrations = [
    ({ name, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, title: name, schemaVersion }),
  ];
  expect(openProject(older, migrations)).toStrictEqual(project);
  expect(openProject(project, migrations)).toStrictEqual(project);
});

test('a document of a newer version is refused', () => {
  const newer = { ...makeProject(), schemaVersion: schemaVersion + 1 };
  expect(() => openProject(newer)).toThrow(t(projectFileMessages.newer));
});

test.each(['', ' \n', '\0\0\0\0'])('an empty file is called empty: %j', async text => {
  await expect(openProjectFile(toFile(text))).rejects.toThrow(t(projectFileMessages.empty));
});

test('a file that is cut off, wherever, is called so', async () => {
  const printed = printProject(makeProject());
  for (const length of [1, 2, 20, Math.floor(printed.length / 2), printed.length - 2])
    await expect(openProjectFile(toFile(printed.slice(0, length)))).rejects.toThrow(
      t(projectFileMessages.notJson),
    );
});

test.each([
  ['no JSON', '[0:12] A fox.'],
  ['other JSON', '{"made": {}, "files": []}'],
  ['a list', '[]'],
])('%s is no project file', async (_, text) => {
  await expect(openProjectFile(toFile(text))).rejects.toThrow(t(projectFileMessages.notProject));
});

test.each<[damage: string, part: string, project: unknown]>([
  ['a version that never was', 'schemaVersion', { ...makeProject(), schemaVersion: 0 }],
  ['no title', 'title', { ...makeProject(), title: undefined }],
  [
    'a time between two milliseconds',
    'narrations[0].lines[0].startMs',
    makeProject([{ ...fox, startMs: 0.5 }]),
  ],
  ['times that go back', 'narrations[0].lines', makeProject([bird, fox])],
  [
    'a line without a time among others',
    'narrations[0].lines',
    makeProject([fox, { ...bird, startMs: null }]),
  ],
  ['two lines with one id', 'narrations[0].lines', makeProject([fox, { ...bird, id: fox.id }])],
])('a document with %s is damaged', (_, part, project) => {
  expect(() => openProject(project)).toThrow(t(projectFileMessages.damaged, { part }));
});

test('a file larger than a project can be is not read', async () => {
  const file = { size: 8_000_001, read: () => Promise.reject(new Error('It was read.')) };
  await expect(openProjectFile(file)).rejects.toMatchObject({ code: 'too_large' });
});

test.each([
  ['lines', Array.from({ length: maxTimedLines + 1 }, (_, at) => createLine({ startMs: at, text: 'A' }))],
  ['characters', [createLine({ startMs: 0, text: 'A'.repeat(maxScriptCharacters + 1) })]],
])('a narration with too many %s is refused', async (_, lines) => {
  const file = toFile(printProject(makeProject(lines)));
  await expect(openProjectFile(file)).rejects.toMatchObject({ code: 'too_large' });
});
