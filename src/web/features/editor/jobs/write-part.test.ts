import { describe, expect, test, vi } from 'vitest';
import { createLine, type Observation } from '#shared/narration/project.ts';
import { findTranslation } from '#shared/narration/translations.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration, run, runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { ScriptOrder, TranslateOrder } from '../model/narration-service.ts';
import { findLineSound, getNarration } from '../model/select.ts';
import { undo } from '../model/undo.ts';
import { speak } from './speak.ts';
import { makeLanguages } from './translate.ts';
import { writePart } from './write-part.ts';

const source = { provider: 'Parrot', model: 'pen 2' };
const seen = (id: string, ms: number): Observation => ({
  id,
  momentsMs: [ms],
  text: `notes ${id}`,
  kind: 'picture',
  source,
});
const span = { fromMs: 10_000, toMs: 20_000 };
const usualScript = '[0:11] A new scene.\n[0:15] It goes on.';

/** An editor with a narration that has no lines for a part in its middle, and a service that notes what it is asked for. */
function createUnwritten(
  write: (order: ScriptOrder) => Promise<{ readonly text: string }> = async () => ({ text: usualScript }),
) {
  const orders: ScriptOrder[] = [];
  const translated: TranslateOrder[] = [];
  const spoken: string[][] = [];
  const editor = createTestEditor({
    async createScript(order, report) {
      orders.push(order);
      report({ type: 'saw', observations: [seen('part', 12_000)] });
      return { ...(await write(order)), writer: source };
    },
    async translateLines(order, report) {
      translated.push(order);
      for (const { id, text } of order.lines) report({ id, text: `${order.language} ${text}` });
      return source;
    },
    async speakLines({ asked, lines }, report) {
      const due = lines.filter(({ id }) => asked.has(id));
      spoken.push(due.map(({ text }) => text));
      for (const { id: lineId, text } of due) report({ lineId, text, mp3: new Blob([text]), seconds: 1 });
    },
  });
  const narration = addNarration(editor.store, {
    style: 'timed',
    prompt: 'Calm.',
    language: 'English',
    settings: { voice: 'nova' },
    unwritten: [span],
    lines: [
      createLine({ text: 'Before.', startMs: 2000 }),
      createLine({ text: 'After.', startMs: 21_000, isLocked: true }),
    ],
  });
  editor.store.setState(state => ({ form: { ...state.form, voice: 'nova' } }));
  runUnremembered(editor.store, { type: 'setObservations', observations: [seen('whole', 1000)] });
  return { editor, narration, orders, translated, spoken };
}

const getDocument = ({ store }: Editor) => store.getState().project;
const listTexts = (editor: Editor) => getNarration(editor.store.getState())?.lines.map(({ text }) => text);
const waitForEnd = (editor: Editor) => vi.waitFor(() => expect(editor.store.getState().job).toBeUndefined());

describe('lines for a new part', () => {
  test('are asked for with the lines around it, and stand among the others', async () => {
    const { editor, narration, orders } = createUnwritten();
    expect(await writePart(editor, narration.id, span)).toMatchObject({ outcome: 'done' });
    expect(orders).toMatchObject([
      {
        prompt: 'Calm.',
        language: 'English',
        isTimed: true,
        observations: [],
        part: {
          fromSeconds: 10,
          toSeconds: 20,
          linesBefore: [{ startSeconds: 2, text: 'Before.' }],
          linesAfter: [{ startSeconds: 21, text: 'After.' }],
        },
      },
    ]);
    expect(listTexts(editor)).toEqual(['Before.', 'A new scene.', 'It goes on.', 'After.']);
    const [written] = getDocument(editor).narrations;
    expect(written).toMatchObject({
      lines: [{}, { startMs: 11_000, origin: 'written' }, {}, { isLocked: true }],
      writer: source,
    });
    expect(written?.unwritten ?? []).toEqual([]);
    expect(getDocument(editor).observations.map(({ id }) => id)).toEqual(['whole', 'part']);
  });

  test('are taken back by one Undo, and can be asked for again', async () => {
    const { editor, narration } = createUnwritten();
    await writePart(editor, narration.id, span);
    undo(editor.store);
    expect(getDocument(editor).narrations).toEqual([narration]);
  });

  test.each(['a failure', 'a cancel'])('change nothing after %s', async end => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { editor, narration } = createUnwritten(() => promise);
    const before = getDocument(editor);
    const ended = writePart(editor, narration.id, span);
    await vi.waitFor(() => expect(editor.store.getState().job).toBeDefined());
    if (end === 'a cancel') editor.store.getState().job?.cancel();
    else reject(new Error('No luck.'));
    expect(await ended).toMatchObject({ outcome: end === 'a cancel' ? 'cancelled' : 'failed' });
    expect(getDocument(editor)).toBe(before);
  });

  test('are offered on where nothing was written', async () => {
    const { editor, narration } = createUnwritten(async () => ({ text: '', notice: 'No room.' }));
    const before = getDocument(editor);
    expect(await writePart(editor, narration.id, span)).toMatchObject({
      outcome: 'done',
      message: 'No room.',
    });
    expect(getDocument(editor)).toBe(before);
  });

  test('of a narration that a person changed meanwhile stand among what it has now', async () => {
    const { editor, narration } = createUnwritten(async () => {
      const lineId = narration.lines[0]?.id ?? '';
      run(editor.store, { type: 'editText', narrationId: narration.id, lineId, text: 'Mine.' });
      return { text: usualScript };
    });
    await writePart(editor, narration.id, span);
    expect(listTexts(editor)).toEqual(['Mine.', 'A new scene.', 'It goes on.', 'After.']);
    undo(editor.store);
    expect(listTexts(editor)).toEqual(['Mine.', 'After.']);
  });

  test('are the only ones that are spoken and translated, where the others were', async () => {
    const { editor, narration, translated, spoken } = createUnwritten();
    await speak(editor);
    makeLanguages(editor, narration.id, [
      { language: 'French', speaks: true },
      { language: 'Thai', speaks: false },
    ]);
    await waitForEnd(editor);
    translated.length = 0;
    spoken.length = 0;
    await writePart(editor, narration.id, span);
    await waitForEnd(editor);
    const fresh = ['A new scene.', 'It goes on.'];
    expect(translated.map(({ language, lines }) => [language, lines.map(({ text }) => text)])).toEqual([
      ['French', fresh],
      ['Thai', fresh],
    ]);
    expect(spoken).toEqual([fresh, fresh.map(text => `French ${text}`)]);
    const state = editor.store.getState();
    const french = findTranslation(state.project, narration.id, 'French');
    expect(french?.lines.map(({ startMs }) => startMs)).toEqual([2000, 11_000, 15_000, 21_000]);
    expect(french?.lines.every(line => findLineSound(state, french, line))).toBe(true);
  });

  test('are only written where nothing was spoken or translated', async () => {
    const { editor, narration, translated, spoken } = createUnwritten();
    await writePart(editor, narration.id, span);
    expect([editor.store.getState().job, translated, spoken]).toEqual([undefined, [], []]);
  });
});

test('lines that a person began to write into the part are beside it', async () => {
  const { editor, narration, orders } = createUnwritten();
  for (const startMs of [11_000, 19_000])
    run(editor.store, {
      type: 'addLine',
      narrationId: narration.id,
      newId: `at ${startMs}`,
      startMs,
      text: `${startMs}`,
    });
  await writePart(editor, narration.id, span);
  expect(orders[0]?.part?.linesBefore.map(({ text }) => text)).toEqual(['Before.', '11000']);
  expect(orders[0]?.part?.linesAfter.map(({ text }) => text)).toEqual(['19000', 'After.']);
});
