import { flushSync } from 'react-dom';
import { findLineAt, minApartMs } from '#shared/narration/line-commands.ts';
import { createId, type Line } from '#shared/narration/project.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getLineStates } from '../model/line-states.ts';
import { runOnNarration } from '../model/run-late.ts';
import { getLines } from '../model/select.ts';
import { findGroup } from '../model/type-text.ts';
import { focusLine, revealLine } from './line-focus.ts';

export function typeLine(store: EditorStore, lineId: string, text: string): void {
  const { line } = findLine(store, lineId);
  if (line)
    runOnNarration(store, { type: 'editText', lineId, text }, { group: findGroup(lineId, line.text, text) });
}

// Edits of the list that move the focus: they are drawn at once, so that the field is there.

/** Makes two lines of one at the caret. The second begins when the first is likely to end. */
export function splitLine(store: EditorStore, lineId: string, caret: number): void {
  const state = getLineStates(store.getState()).find(({ line }) => line.id === lineId);
  if (!state) return;
  const { line, needSeconds, availableSeconds } = state;
  const share = line.text.length === 0 ? 0.5 : caret / line.text.length;
  const laterMs = Math.min(1000 * share * needSeconds, 1000 * availableSeconds - minApartMs);
  const newId = createId();
  const startMs = (line.startMs ?? 0) + laterMs;
  flushSync(() => runOnNarration(store, { type: 'splitLine', lineId, caret, startMs, newId }));
  focusLine(newId, 0);
}

export function joinWithPrevious(store: EditorStore, lineId: string): void {
  const { line, before } = findLine(store, lineId);
  if (!line || !before) return;
  const space = line.text === '' || before.text === '' ? 0 : 1;
  flushSync(() => runOnNarration(store, { type: 'joinLines', lineId }));
  focusLine(before.id, before.text.length + space);
}

export function joinWithNext(store: EditorStore, lineId: string): void {
  const { after } = findLine(store, lineId);
  if (after) joinWithPrevious(store, after.id);
}

/** Deletes a line; the next one gets the focus, of the last one the one before. */
export function removeLine(store: EditorStore, lineId: string): void {
  const { before, after } = findLine(store, lineId);
  flushSync(() => runOnNarration(store, { type: 'removeLine', lineId }));
  const next = after ?? before;
  if (next) focusLine(next.id);
}

/** A new line at a time; where one begins there already, that one gets the focus. */
export function addLineAt(
  store: EditorStore,
  seconds: number,
  said: Partial<Pick<Line, 'text' | 'heardBy'>> = {},
): void {
  const startMs = Math.round(1000 * seconds);
  const there = findLineAt(getLines(store.getState()), startMs);
  if (there) {
    focusLine(there.id, there.text.length);
    return;
  }
  const newId = createId();
  flushSync(() => runOnNarration(store, { type: 'addLine', newId, startMs, ...said }));
  focusLine(newId, 0);
}

/** Lets a line begin at another time. It goes to its place, with the focus where one of its fields has it. */
export function moveLine(store: EditorStore, lineId: string, seconds: number): void {
  flushSync(() => runOnNarration(store, { type: 'moveLine', lineId, startMs: 1000 * seconds }));
  revealLine(lineId);
}

export function goToNeighbour(store: EditorStore, lineId: string, direction: 'before' | 'after'): void {
  const neighbour = findLine(store, lineId)[direction];
  if (neighbour) focusLine(neighbour.id);
}

interface FoundLine {
  readonly line: Line | undefined;
  readonly before: Line | undefined;
  readonly after: Line | undefined;
}

function findLine(store: EditorStore, lineId: string): FoundLine {
  const lines = getLines(store.getState());
  const index = lines.findIndex(({ id }) => id === lineId);
  if (index < 0) return { line: undefined, before: undefined, after: undefined };
  return { line: lines[index], before: lines[index - 1], after: lines[index + 1] };
}
