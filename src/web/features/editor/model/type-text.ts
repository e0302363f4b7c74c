import type { NarrationStyle } from '#shared/narration/project.ts';
import { isTimedScript, parseTimedScript } from '#shared/narration/timed-text.ts';
import { addNarration, run } from './change-document.ts';
import type { EditorStore } from './editor-state.ts';
import { getNarration, getScript } from './select.ts';

/** An edit that comes later than this after the one before is a step of its own. */
const pauseMs = 1000;
/** Nor does one step take longer than this, however steadily somebody writes. */
const longestStepMs = 5000;

interface Typing {
  readonly group: string;
  readonly beganMs: number;
  readonly lastMs: number;
  readonly field: string;
  readonly isGrowing: boolean;
}

let typing: Typing | undefined;

/** What is typed in a field without a pause is one step of undo; what is pasted or dictated is one each. */
export function findGroup(
  field: string,
  before: string,
  after: string,
  nowMs = performance.now(),
): string | undefined {
  const isTyped = Math.abs(after.length - before.length) <= 1;
  const isGrowing = after.length >= before.length;
  const goesOn =
    isTyped &&
    typing?.field === field &&
    typing.isGrowing === isGrowing &&
    nowMs - typing.lastMs < pauseMs &&
    nowMs - typing.beganMs < longestStepMs;
  if (!isTyped) typing = undefined;
  else if (goesOn && typing) typing = { ...typing, lastMs: nowMs };
  else typing = { group: `typing ${nowMs}`, beganMs: nowMs, lastMs: nowMs, field, isGrowing };
  return typing?.group;
}

/**
 * Takes the text of the script field. A text with times becomes lines with times; the first text makes a narration, and an empty one
 * may become one in any language.
 */
export function typeScript(store: EditorStore, text: string): void {
  const state = store.getState();
  const narration = getNarration(state);
  const style = state.form.style;
  const before = narration ? getScript(state.project, narration) : '';
  // What one gesture changes in two commands is one step, too.
  const group = findGroup('script', before, text) ?? `text ${performance.now()}`;
  if (isTimedScript(text)) {
    const lines = parseTimedScript(text).cues.map(({ startSeconds, text: said }) => ({
      startMs: Math.round(startSeconds * 1000),
      text: said,
      origin: 'imported' as const,
    }));
    const timedStyle = style === 'continuous' ? 'timed' : style;
    const { id: narrationId } = narration ?? addOwnNarration(store, timedStyle);
    run(
      store,
      { type: 'changeNarration', narrationId, changes: { style: timedStyle, language: undefined } },
      { group },
    );
    run(store, { type: 'replaceLines', narrationId, lines }, { group });
    store.setState(after => ({ selectedLineId: getNarration(after)?.lines[0]?.id }));
    return;
  }
  const { id: narrationId } = narration ?? addOwnNarration(store, 'continuous');
  run(store, { type: 'replaceText', narrationId, text }, { group });
  if (text.trim() === '')
    run(
      store,
      { type: 'changeNarration', narrationId, changes: { language: undefined, writer: undefined } },
      { group },
    );
}

function addOwnNarration(store: EditorStore, style: NarrationStyle) {
  const { prompt, voice } = store.getState().form;
  return addNarration(store, { style, prompt, settings: { voice } });
}
