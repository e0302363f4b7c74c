import { expect, test } from 'vitest';
import { apply, type Command } from './commands.ts';
import { createLine, createNarration, createProject, type Project } from './project.ts';
import { listTranslations, listUntranslated } from './translations.ts';

const original = createNarration({
  style: 'timed',
  language: 'English',
  lines: [
    createLine({ text: 'A door opens.', startMs: 1000 }),
    createLine({ text: 'Ana enters.', startMs: 4000, isLocked: true, voice: 'nova' }),
    createLine({ text: 'She sits down.', startMs: 9000 }),
  ],
});
const [first, second, third] = original.lines.map(({ id }) => id) as [string, string, string];

const german = new Map([
  [first, 'Eine Tür geht auf.'],
  [second, 'Ana kommt herein.'],
  [third, 'Sie setzt sich.'],
]);

function translate(texts = german): Project {
  const project = { ...createProject(), narrations: [original] };
  return apply(project, {
    type: 'translate',
    narrationId: original.id,
    newId: 'de',
    language: 'German',
    texts,
  });
}

function run(project: Project, ...commands: readonly Command[]): Project {
  return commands.reduce((changed, command) => apply(changed, command), project);
}

function read(project: Project) {
  const [translation] = listTranslations(project, original.id);
  return translation?.lines.map(({ text, startMs, isStale }) => ({ text, startMs, isStale }));
}

function listNeeded(project: Project): string[] {
  const [source] = project.narrations;
  const [translation] = listTranslations(project, original.id);
  return source && translation ? listUntranslated(source, translation).map(({ id }) => id) : [];
}

const editFirst = {
  type: 'editText',
  narrationId: original.id,
  lineId: first,
  text: 'A gate opens.',
} as const;

test('a translation has the times, voices and locks of its original', () => {
  const [translation] = listTranslations(translate(), original.id);
  expect(translation).toMatchObject({ language: 'German', style: 'timed', derivedFrom: original.id });
  expect(translation?.lines.map(({ startMs, isLocked, voice }) => [startMs, isLocked, voice])).toEqual(
    original.lines.map(({ startMs, isLocked, voice }) => [startMs, isLocked, voice]),
  );
});

test('a changed line makes its translation stale, and an update translates that one alone', () => {
  const changed = run(translate(), editFirst);
  expect(read(changed)?.map(({ isStale }) => isStale)).toEqual([true, undefined, undefined]);
  expect(listNeeded(changed)).toEqual([first]);
  const texts = new Map([[first, 'Ein Tor geht auf.']]);
  const updated = run(changed, { type: 'updateTranslation', narrationId: 'de', texts });
  expect(read(updated)?.[0]).toEqual({ text: 'Ein Tor geht auf.', startMs: 1000, isStale: undefined });
  expect(listNeeded(updated)).toEqual([]);
});

test('a line that moves takes its translation along, unless that was moved by hand', () => {
  const move = { type: 'moveLine', narrationId: original.id, lineId: first, startMs: 500 } as const;
  expect(read(run(translate(), move))?.[0]?.startMs).toBe(500);
  const project = translate();
  const lineId = listTranslations(project, original.id)[0]?.lines[0]?.id ?? '';
  expect(read(run(project, { ...move, narrationId: 'de', lineId, startMs: 2000 }, move))?.[0]?.startMs).toBe(
    2000,
  );
});

test('an update adds what is missing in its place, and removes what has no original any more', () => {
  const partly = translate(new Map([...german].filter(([id]) => id !== second)));
  expect(listNeeded(partly)).toEqual([second]);
  const removed = run(partly, { type: 'removeLine', narrationId: original.id, lineId: third });
  const updated = run(removed, { type: 'updateTranslation', narrationId: 'de', texts: german });
  expect(read(updated)?.map(({ text }) => text)).toEqual(['Eine Tür geht auf.', 'Ana kommt herein.']);
});

test('a line that a person locked in the translation is never translated again', () => {
  const project = translate();
  const lineId = listTranslations(project, original.id)[0]?.lines[0]?.id ?? '';
  const locked = run(project, { type: 'setLock', narrationId: 'de', lineId, isLocked: true }, editFirst);
  expect(listNeeded(locked)).toEqual([]);
  const updated = run(locked, {
    type: 'updateTranslation',
    narrationId: 'de',
    texts: new Map([[first, 'No']]),
  });
  expect(read(updated)?.[0]).toEqual({ text: 'Eine Tür geht auf.', startMs: 1000, isStale: true });
});

test('a stale translation that a person corrects is up to date', () => {
  const project = run(translate(), editFirst);
  const lineId = listTranslations(project, original.id)[0]?.lines[0]?.id ?? '';
  const corrected = run(project, { type: 'editText', narrationId: 'de', lineId, text: 'Ein Tor geht auf.' });
  expect(listNeeded(corrected)).toEqual([]);
});
