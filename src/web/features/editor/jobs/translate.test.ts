import { expect, test, vi } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { createLine } from '#shared/narration/project.ts';
import { findTranslation } from '#shared/narration/translations.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration, run } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { LanguageTarget } from '../model/editor-state.ts';
import type { LinesOrder, NarrationService, TranslateOrder } from '../model/narration-service.ts';
import { findLineSound } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { describeTranslation, makeLanguages } from './translate.ts';

const texts = ['One.', 'Two.', 'Three.'];

/** An editor with three lines in English, and a service that notes what it is asked for. */
function createTranslating(change: Partial<NarrationService> = {}) {
  const translated: TranslateOrder[] = [];
  const spoken: LinesOrder[] = [];
  const editor = createTestEditor({
    async translateLines(order, report) {
      translated.push(order);
      for (const { id, text } of order.lines) report({ id, text: text && `${order.language} ${text}` });
      return { provider: 'Parrot' };
    },
    async speakLines(order, report) {
      spoken.push(order);
      for (const { id: lineId, text } of order.lines)
        if (order.asked.has(lineId)) report({ lineId, text, mp3: new Blob([text]), seconds: 1 });
    },
    ...change,
  });
  const lines = texts.map((text, at) => createLine({ text, startMs: 1000 * at, isLocked: at === 2 }));
  const source = addNarration(editor.store, {
    name: 'Mine',
    style: 'timed',
    language: 'English',
    settings: { voice: 'nova' },
    lines,
  });
  return { editor, source, translated, spoken };
}

async function make(editor: Editor, sourceId: string, ...targets: readonly LanguageTarget[]) {
  makeLanguages(editor, sourceId, targets);
  await vi.waitFor(() => expect(editor.store.getState().job).toBeUndefined());
  return editor.store.getState().languagesEnd;
}

const into = (language: LanguageName, speaks = true): LanguageTarget => ({ language, speaks });

function read({ store }: Editor, sourceId: string, language: LanguageName) {
  return findTranslation(store.getState().project, sourceId, language)?.lines.map(({ text }) => text);
}

test('a script in two languages has its times, voice and locks, and stays shown meanwhile', async () => {
  const { editor, source, translated, spoken } = createTranslating();
  const end = await make(editor, source.id, into('French'), into('Japanese'));
  expect(end).toMatchObject({ done: ['French', 'Japanese'], failed: [], isCancelled: false });
  expect(translated[0]).toMatchObject({
    from: 'English',
    lines: [{ availableSeconds: 1 }, {}, { availableSeconds: 2 }],
  });
  expect(spoken).toMatchObject([
    { language: 'French', voice: 'nova', shorten: true },
    { language: 'Japanese' },
  ]);
  const { project, narrationId } = editor.store.getState();
  expect(narrationId).toBe(source.id);
  const japanese = findTranslation(project, source.id, 'Japanese');
  expect(japanese?.lines).toMatchObject([
    { startMs: 0, text: 'Japanese One.' },
    { startMs: 1000, text: 'Japanese Two.' },
    { startMs: 2000, text: 'Japanese Three.', isLocked: true },
  ]);
  expect(japanese).toMatchObject({ writer: { provider: 'Parrot' }, name: '' });
});

test('one changed line is one translated line and one spoken line in each language', async () => {
  const { editor, source, translated, spoken } = createTranslating();
  const languages = [into('French'), into('Arabic')];
  await make(editor, source.id, ...languages);
  const lineId = source.lines[1]?.id ?? '';
  run(editor.store, { type: 'editText', narrationId: source.id, lineId, text: 'Deux.' });
  const { project } = editor.store.getState();
  const [original] = project.narrations;
  const french = findTranslation(project, source.id, 'French');
  if (!original || !french) throw new Error('There is no translation.');
  expect(describeTranslation(original, french)).toBe('1 line changed');
  translated.length = 0;
  spoken.length = 0;
  await make(editor, source.id, ...languages);
  expect(translated.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['Deux.'], ['Deux.']]);
  expect(spoken.map(({ asked }) => asked.size)).toEqual([1, 1]);
  expect(read(editor, source.id, 'Arabic')).toEqual(['Arabic One.', 'Arabic Deux.', 'Arabic Three.']);
  await make(editor, source.id, ...languages);
  expect(translated).toHaveLength(2);
  expect(spoken).toHaveLength(2);
});

test('a language that fails does not end the others, and is completed when it is asked for again', async () => {
  let isBroken = true;
  const { editor, source, translated } = createTranslating({
    async translateLines(order, report) {
      const { language, lines } = order;
      translated.push(order);
      const known = isBroken && language === 'Thai' ? lines.slice(0, 1) : lines;
      for (const { id, text } of known) report({ id, text: `${language} ${text}` });
      if (known !== lines) throw new CodedError('provider_unavailable');
      return undefined;
    },
  });
  const targets = (['Greek', 'Thai', 'Hindi', 'Korean'] as const).map(language => into(language, false));
  const end = await make(editor, source.id, ...targets);
  expect(end?.done).toEqual(['Greek', 'Hindi', 'Korean']);
  expect(end?.failed).toMatchObject([{ target: { language: 'Thai' } }]);
  expect(editor.store.getState().lastEnd?.outcome).toBe('failed');
  expect(read(editor, source.id, 'Thai')).toEqual(['Thai One.']);
  isBroken = false;
  translated.length = 0;
  await make(editor, source.id, ...targets);
  expect(translated.map(({ lines }) => lines.length)).toEqual([2]);
  expect(read(editor, source.id, 'Thai')).toEqual(['Thai One.', 'Thai Two.', 'Thai Three.']);
});

test('what came before a cancel stays, also when an edit of meanwhile is undone', async () => {
  const { editor, source } = createTranslating({
    translateLines: async ({ lines, signal }, report) => {
      for (const { id, text } of lines.slice(0, 1)) report({ id, text: `French ${text}` });
      run(editor.store, {
        type: 'editText',
        narrationId: source.id,
        lineId: lines[0]?.id ?? '',
        text: 'Other.',
      });
      for (const { id, text } of lines.slice(0, 2)) report({ id, text: `French ${text}` });
      editor.store.getState().job?.cancel();
      return await new Promise((_, reject) => reject(signal.reason));
    },
  });
  const end = await make(editor, source.id, into('French'), into('German'));
  expect(end).toMatchObject({ done: [], failed: [], isCancelled: true });
  expect(read(editor, source.id, 'French')).toEqual(['French One.', 'French Two.']);
  expect(read(editor, source.id, 'German')).toBeUndefined();
  undo(editor.store);
  expect(editor.store.getState().project.narrations[0]?.lines[0]?.text).toBe('One.');
  expect(read(editor, source.id, 'French')).toEqual(['French One.', 'French Two.']);
});

test('an edit of the translation meanwhile is undone, and nothing that was translated since', async () => {
  const { editor, source } = createTranslating({
    async translateLines({ lines }, report) {
      const [first, second, third] = lines.map(({ id }) => id) as [string, string, string];
      report({ id: first, text: 'Un.' });
      report({ id: second, text: 'Deux.' });
      const french = findTranslation(editor.store.getState().project, source.id, 'French');
      const [narrationId, lineId] = [french?.id ?? '', french?.lines[0]?.id ?? ''];
      run(editor.store, { type: 'editText', narrationId, lineId, text: 'Mine.' });
      report({ id: third, text: 'Trois.' });
      return undefined;
    },
  });
  await make(editor, source.id, into('French', false));
  expect(read(editor, source.id, 'French')).toEqual(['Mine.', 'Deux.', 'Trois.']);
  const ids = () =>
    findTranslation(editor.store.getState().project, source.id, 'French')?.lines.map(({ id }) => id);
  const before = ids();
  undo(editor.store);
  expect(read(editor, source.id, 'French')).toEqual(['Un.', 'Deux.', 'Trois.']);
  expect(ids()).toEqual(before);
});

test('what a person writes into a translation while it is updated stays', async () => {
  let edit = () => {};
  const { editor, source } = createTranslating({
    async translateLines({ lines }, report) {
      edit();
      for (const { id, text } of lines) report({ id, text: `French ${text}` });
      return undefined;
    },
  });
  await make(editor, source.id, into('French', false));
  const french = findTranslation(editor.store.getState().project, source.id, 'French');
  const change = (narration: typeof french, at: number, text: string) =>
    run(editor.store, {
      type: 'editText',
      narrationId: narration?.id ?? '',
      lineId: narration?.lines[at]?.id ?? '',
      text,
    });
  for (const at of [0, 1]) change(source, at, 'Other.');
  edit = () => change(french, 0, 'Mine.');
  await make(editor, source.id, into('French', false));
  expect(read(editor, source.id, 'French')).toEqual(['Mine.', 'French Other.', 'French Three.']);
});

test('lines that are too long are spoken in fewer words, which can be taken back line by line', async () => {
  const { editor, source } = createTranslating({
    async speakLines({ lines, asked }, report) {
      for (const { id: lineId, text } of lines) {
        if (asked.has(lineId))
          report({ lineId, text: 'Un.', before: text, mp3: new Blob(['Un.']), seconds: 1 });
      }
    },
  });
  await make(editor, source.id, into('French'));
  const { project } = editor.store.getState();
  const french = findTranslation(project, source.id, 'French');
  const [first, , locked] = french?.lines ?? [];
  expect(first).toMatchObject({ text: 'Un.', before: 'French One.' });
  expect(locked?.text).toBe('French Three.');
  expect(french && first && findLineSound(editor.store.getState(), french, first)).toBeDefined();
  expect(project.narrations).toHaveLength(2);
});

test('a script without times keeps its blank rows', async () => {
  const { editor } = createTranslating();
  const { id } = addNarration(editor.store, {
    style: 'continuous',
    lines: ['', 'One.', '', 'Two.'].map(text => createLine({ text })),
  });
  await make(editor, id, into('French', false));
  expect(read(editor, id, 'French')).toEqual(['', 'French One.', '', 'French Two.']);
});
