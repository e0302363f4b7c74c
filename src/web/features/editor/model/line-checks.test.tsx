import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { createLine } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { LineChecks } from '../panels/review-panel.tsx';
import { addNarration, runOnNarration } from './change-document.ts';
import { typeLine } from './edit-lines.ts';
import type { Editor } from './editor.ts';
import { getChecks } from './line-checks.ts';
import { getLines } from './select.ts';
import { undo } from './undo.ts';
import { EditorProvider } from './use-editor.tsx';

const texts = ['We see a street.', 'A dog was there.', 'A cat sleeps.'];
let editor: Editor;

beforeEach(() => {
  editor = createTestEditor();
  const lines = texts.map((text, index) => createLine({ id: `${index}`, text, startMs: index * 1000 }));
  addNarration(editor.store, { style: 'description-standard', language: 'English', lines });
});

const read = () => getChecks(editor.store.getState());
const rulesOf = (lineId: string) =>
  read()
    .byLine.get(lineId)
    ?.map(({ rule }) => rule);

test('typing in a line leaves what was found in all others as it is', () => {
  const before = read().byLine;
  expect(before.get('1')).toHaveLength(1);
  typeLine(editor.store, '0', 'We saw a street.');
  expect(rulesOf('0')).toEqual(['present-tense', 'no-we']);
  expect(read().byLine.get('1')).toBe(before.get('1'));
  expect(read().byLine.has('2')).toBe(false);
});

test('what a person accepts is no longer open, until it is undone or the text changes', () => {
  const isAccepted = () => read().all.map(check => check.isAccepted);
  runOnNarration(editor.store, { type: 'acceptCheck', lineId: '0', rule: 'no-we' });
  expect(isAccepted()).toEqual([true, false]);
  undo(editor.store);
  expect(isAccepted()).toEqual([false, false]);
  runOnNarration(editor.store, { type: 'acceptCheck', lineId: '0', rule: 'no-we' });
  typeLine(editor.store, '0', 'We see a road.');
  expect(isAccepted()).toEqual([false, false]);
});

test('a narration that is no audio description is not checked', () => {
  addNarration(editor.store, {
    style: 'timed',
    language: 'English',
    lines: getLines(editor.store.getState()),
  });
  expect(read().all).toEqual([]);
});

test.each([
  [
    { canRewrite: true },
    ['Rewrite line 1 for “No “we” or “you””', 'Accept line 1 despite “No “we” or “you””'],
  ],
  [{ canRewrite: false }, ['Accept line 1 despite “No “we” or “you””']],
  [{ canRewrite: true, isFixed: true }, []],
])('at its line a finding has its rule, its sentence, and what can be done: %j', (given, labels) => {
  const [line] = getLines(editor.store.getState());
  if (!line) throw new Error('There is no line.');
  const checks = read().byLine.get(line.id) ?? [];
  const props = { line, checks, number: 1, isFixed: false, onDone: () => {}, ...given };
  const page = renderToStaticMarkup(
    <EditorProvider editor={editor}>
      <LineChecks {...props} />
    </EditorProvider>,
  );
  expect(page).toContain('<strong>No “we” or “you”</strong>');
  expect(page).toContain('“We” refers to the listener or the describer.');
  expect([...page.matchAll(/aria-label="([^"]+)"/gu)].map(([, label]) => label)).toEqual([
    'Findings in line 1',
    ...labels,
  ]);
});
