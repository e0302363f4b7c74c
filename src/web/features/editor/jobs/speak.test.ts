import { expect, test, vi } from 'vitest';
import { describeProvenance } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import { createLine, type Transcript } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration, runUnremembered, typeScript } from '../model/change-document.ts';
import { changeForm } from '../model/editor-state.ts';
import { findTooLong, getLineStates } from '../model/line-states.ts';
import type { LinesOrder } from '../model/narration-service.ts';
import { getProvenance, planWholeVoice } from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';
import { makeSpokenSubtitles, makeSubtitles } from './speak.ts';

const mp3 = new Blob(['sound'], { type: 'audio/mpeg' });

/** An editor whose voice takes a second and a half for each line. */
function createSpeaking() {
  const orders: LinesOrder[] = [];
  const editor = createTestEditor({
    speakLines: async (order, take) => {
      orders.push(order);
      for (const { id, text } of order.lines) take({ lineId: id, text, mp3, seconds: 1.4 });
    },
  });
  changeForm(editor.store, { voice: 'nova' });
  return { editor, orders };
}

const subtitles: Transcript['source'] = { kind: 'subtitles', provider: 'film.srt' };

function say(editor: ReturnType<typeof createTestEditor>, source = subtitles, isCorrected = false): void {
  const segments = [
    { id: 'a', startMs: 0, endMs: 900, text: 'Guten Abend.' },
    { id: 'b', startMs: 1000, endMs: 1900, text: 'Wer ist da?' },
    { id: 'c', startMs: 1000, endMs: 1900, text: 'Ich bin es.' },
    { id: 'd', startMs: 2000, endMs: 2500, text: 'Musik', isSound: true },
    { id: 'e', startMs: 3000, endMs: 3900, text: 'Komm herein.' },
  ];
  runUnremembered(editor.store, {
    type: 'setTranscript',
    transcript: {
      language: 'German',
      source,
      isCorrected,
      segments,
    },
    speakers: [],
  });
}

test('what is said becomes spoken subtitles in one press: word for word, named, and never shortened', async () => {
  const { editor, orders } = createSpeaking();
  say(editor);
  makeSpokenSubtitles(editor, 'transcript');
  await vi.waitFor(() => expect(planWholeVoice(editor.store.getState())).toBeDefined());
  const narration = getNarration(editor.store.getState());
  expect(narration).toMatchObject({
    name: 'Spoken subtitles (Deutsch)',
    language: 'German',
    style: 'timed',
    settings: { voice: 'nova', isSpokenSubtitles: true },
  });
  expect(narration?.lines.map(({ startMs, text }) => [startMs, text])).toEqual([
    [0, 'Guten Abend.'],
    [1000, 'Wer ist da? Ich bin es.'],
    [3000, 'Komm herein.'],
  ]);
  expect(narration?.lines.every(({ isLocked }) => isLocked)).toBe(true);
  expect(orders.map(({ shorten }) => shorten)).toEqual([false]);
});

test.each([
  ['as heard', false, ''],
  ['with the corrections of a person', true, ', edited by a person'],
])(
  'words that a machine heard say so, %s, and keep it as lines of other subtitles',
  (_, isCorrected, more) => {
    const { editor } = createSpeaking();
    say(editor, { kind: 'recogniser', provider: 'Mistral', model: 'voxtral' }, isCorrected);
    const sentence = `Text: heard by Mistral (voxtral)${more}.`;
    const read = () => describeProvenance(getProvenance(editor.store.getState()) as Provenance);
    makeSubtitles(editor, 'transcript');
    expect(read()).toBe(sentence);
    makeSubtitles(editor, 'lines');
    expect(read()).toBe(sentence);
  },
);

test('subtitles made of a script that an AI wrote still name it', () => {
  const { editor } = createSpeaking();
  const lines = [createLine({ startMs: 0, text: 'A fox.' })];
  addNarration(editor.store, { style: 'timed', writer: { provider: 'Google' }, lines });
  makeSubtitles(editor, 'lines');
  expect(describeProvenance(getProvenance(editor.store.getState()) as Provenance)).toBe(
    'Text: written by Google.',
  );
});

test('they run up to half as fast again, which is not called too long', async () => {
  const { editor } = createSpeaking();
  say(editor);
  makeSpokenSubtitles(editor, 'transcript');
  await vi.waitFor(() => expect(planWholeVoice(editor.store.getState())).toBeDefined());
  const state = editor.store.getState();
  const voice = planWholeVoice(state);
  const speeds = voice?.track.kind === 'lines' ? voice.track.lines.map(({ speed }) => speed) : [];
  expect(speeds[0]).toBeCloseTo(1.4 / 0.95, 2);
  expect(speeds[1]).toBe(1);
  expect(findTooLong(getLineStates(state))).toEqual([]);
});

test('a subtitle file that was opened as the script is spoken, too, and the script stays among the versions', () => {
  const { editor } = createSpeaking();
  typeScript(editor.store, '[0:00] Hello.\n[0:02] Come in.');
  makeSpokenSubtitles(editor, 'lines');
  const { project } = editor.store.getState();
  expect(project.narrations).toHaveLength(2);
  expect(getNarration(editor.store.getState())?.lines.map(({ text }) => text)).toEqual([
    'Hello.',
    'Come in.',
  ]);
});
