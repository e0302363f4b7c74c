import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { getSyntheticNotice } from '#shared/marks/synthetic-notice.ts';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import { type CastMember, createLine } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration } from '../model/change-document.ts';
import { getProvenance } from '../model/plan-voice.ts';
import { getLines } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { EditorProvider } from '../model/use-editor.tsx';
import { Role, saySynthetic } from './voices-panel.tsx';

const show = (...cast: readonly CastMember[]) =>
  renderToStaticMarkup(
    <EditorProvider editor={createTestEditor()}>
      <Role cast={cast} index={0} count={2} isDescribed onLeave={() => {}} />
    </EditorProvider>,
  );
const nobody = { id: 'one', name: '', look: '' };
const ada = { id: 'two', name: 'Ada', look: 'a woman in a red coat', isConfirmed: true };

test('somebody without a name or looks cannot be confirmed', () => {
  expect(show(nobody)).toContain(t(messages.person, { number: 1 }));
  expect(show(nobody)).toMatch(/<input[^>]*type="checkbox"[^>]*disabled/u);
  expect(show(ada)).not.toContain('disabled');
});

test('it is said when the video gives a confirmed name', () => {
  expect(show({ ...ada, namedMs: 12_000 })).toContain(t(messages.namedAt, { time: '0:12' }));
  expect(show(ada)).toContain(t(messages.neverNamed));
  expect(show({ ...ada, isConfirmed: undefined })).not.toContain(t(messages.neverNamed));
});

test('two can be one person, and each field has its label', () => {
  expect(show(ada)).not.toContain(t(messages.samePerson));
  const shown = show(nobody, ada);
  expect(shown).toContain('Ada, a woman in a red coat</option>');
  for (const [, id] of shown.matchAll(/<(?:input type="text"|select)[^>]* id="([^"]+)"/gu))
    expect(shown).toContain(`for="${id}"`);
});

const listTexts = ({ store }: ReturnType<typeof createTestEditor>) =>
  getLines(store.getState()).map(({ text }) => text);

test('a narration says in its own language that its voice is synthetic, until that is undone', () => {
  const editor = createTestEditor();
  const { store } = editor;
  const lines = [createLine({ text: 'Der Fuchs schaut auf.' })];
  addNarration(store, { style: 'continuous', language: 'German', lines });
  expect(saySynthetic(store, 'last')).toBe(true);
  expect(listTexts(editor)).toEqual(['Der Fuchs schaut auf.', getSyntheticNotice('German')]);
  undo(store);
  expect(listTexts(editor)).toEqual(['Der Fuchs schaut auf.']);
});

test('a line with a time is added only where one is free', () => {
  const editor = createTestEditor();
  const { store } = editor;
  const video = store.getState().video;
  if (video) store.setState({ video: { ...video, facts: { ...video.facts, durationSeconds: 20 } } });
  const text = 'The fox looks up, and then it runs away over the hill.';
  const at = (startMs: number) => createLine({ startMs, text });
  addNarration(store, { style: 'timed', language: 'English', lines: [at(0), at(4000), at(8000)] });
  expect(saySynthetic(store, 'first')).toBe(true);
  expect(listTexts(editor).at(-1)).toBe(getSyntheticNotice('English'));
  addNarration(store, {
    style: 'timed',
    language: 'English',
    lines: [0, 4, 8, 12, 16].map(s => at(1000 * s)),
  });
  expect(saySynthetic(store, 'first')).toBe(false);
});

test('the page knows who wrote and spoke a narration, as far as it is spoken', () => {
  const { store } = createTestEditor();
  const lines = [createLine({ startMs: 0, text: 'One.' }), createLine({ startMs: 2000, text: 'Two.' })];
  const writer = { provider: 'Google' };
  const settings = { voice: 'nova' };
  addNarration(store, { style: 'timed', language: 'English', lines, writer, settings });
  expect(getProvenance(store.getState())).toMatchObject({ text: 'ai', writer, voices: [] });
  const source = { provider: 'OpenAI', model: 'tts-1' };
  const key = JSON.stringify(['One.', 'nova', 'English', '']);
  store.setState({ sounds: new Map([[key, { key, mp3: new Blob(['1']), seconds: 1, source }]]) });
  const known = getProvenance(store.getState());
  expect(known?.voices).toEqual([{ name: 'nova', ...source }]);
  expect(getProvenance(store.getState())).toBe(known);
});
