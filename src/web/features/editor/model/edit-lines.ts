import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { findLineAt, minApartMs } from '#shared/narration/line-commands.ts';
import { createId, type Line } from '#shared/narration/project.ts';
import { findChangeEnd, listenForUndo, type UndoStep } from '../../../lib/undo-keys.ts';
import { findGroup, runOnNarration } from './change-document.ts';
import type { EditorStore } from './editor-state.ts';
import { getLineStates } from './line-states.ts';
import { getLines, isReadOnly } from './select.ts';
import { redo, undo } from './undo.ts';

export function typeLine(store: EditorStore, lineId: string, text: string): void {
  const { line } = findLine(store, lineId);
  if (line)
    runOnNarration(store, { type: 'editText', lineId, text }, { group: findGroup(lineId, line.text, text) });
}

// Edits of the list that move the focus: they are drawn at once, so that the field is there.

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

export function removeLine(store: EditorStore, lineId: string): void {
  const { before, after } = findLine(store, lineId);
  flushSync(() => runOnNarration(store, { type: 'removeLine', lineId }));
  const next = after ?? before;
  if (next) focusLine(next.id);
}

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

function findLine(store: EditorStore, lineId: string) {
  const lines = getLines(store.getState());
  const index = lines.findIndex(({ id }) => id === lineId);
  const [before, line, after] = [index - 1, index, index + 1].map(at => (index < 0 ? undefined : lines[at]));
  return { before, line, after };
}

type ChangePlace = { readonly lineId: string; readonly caret: number | undefined };

/** Where an edit goes on after undo or redo: in the first line that came, changed or, without such, moved. */
export function findChange(before: readonly Line[], after: readonly Line[]): ChangePlace | undefined {
  const known = new Map(before.map(line => [line.id, line]));
  const added = after.find(({ id }) => !known.has(id));
  if (added) return { lineId: added.id, caret: 0 };
  const edited = after.find(({ id, text }) => known.get(id)?.text !== text);
  if (edited) {
    const textBefore = known.get(edited.id)?.text ?? '';
    // Two lines became one again: the caret stands between them.
    const isJoined = after.length < before.length && edited.text.startsWith(textBefore);
    return {
      lineId: edited.id,
      caret: isJoined ? textBefore.length : findChangeEnd(textBefore, edited.text),
    };
  }
  if (after.length < before.length) return findNeighbour(before, after);
  const other = after.find((line, at) => line !== before[at] && known.get(line.id) !== line);
  return other && { lineId: other.id, caret: undefined };
}

function findNeighbour(before: readonly Line[], after: readonly Line[]): ChangePlace | undefined {
  const left = new Set(after.map(({ id }) => id));
  const gone = before.findIndex(({ id }) => !left.has(id));
  const line = after[Math.min(gone, after.length - 1)];
  return line && { lineId: line.id, caret: line.text.length };
}

/** Undo and redo in the fields of the list: the document's steps, and the caret goes where the text changed. */
export function useListUndo(list: RefObject<HTMLElement | null>, store: EditorStore): void {
  useEffect(() => {
    const element = list.current;
    return element ? listenForUndo(element, (step, target) => takeStep(store, step, target)) : undefined;
  }, [list, store]);
}

function takeStep(store: EditorStore, step: UndoStep, target: EventTarget | null): boolean {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (!isField) return false;
  if (isReadOnly(store.getState())) return true;
  const before = getLines(store.getState());
  flushSync(() => (step === 'undo' ? undo(store) : redo(store)));
  const place = findChange(before, getLines(store.getState()));
  if (!place) return true;
  if (place.caret === undefined && target.isConnected) revealLine(place.lineId);
  else focusLine(place.lineId, place.caret);
  return true;
}

export function findLineField(lineId: string): HTMLTextAreaElement | null {
  return document.querySelector(`[data-line="${CSS.escape(lineId)}"]`);
}

/** Moves the focus to the text of a line. @param caret stays where it was in that text when left out */
export function focusLine(lineId: string, caret?: number): void {
  const field = findLineField(lineId);
  field?.focus();
  if (caret !== undefined) field?.setSelectionRange(caret, caret);
  revealLine(lineId);
}

export function findSelectedWord(lineId: string): string {
  const field = findLineField(lineId);
  if (!field) return '';
  const { value, selectionStart, selectionEnd } = field;
  const selected = value.slice(selectionStart, selectionEnd).trim();
  if (selected !== '') return selected;
  const before =
    value
      .slice(0, selectionStart)
      .split(/[^\p{L}\p{N}\p{M}]/u)
      .at(-1) ?? '';
  const after = /^[\p{L}\p{N}\p{M}]*/u.exec(value.slice(selectionStart))?.[0] ?? '';
  return before + after;
}

export function revealLine(lineId: string): void {
  findLineField(lineId)?.closest('li')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

export function playFrom(store: EditorStore, seconds: number): void {
  const { player } = store.getState();
  player?.seekPicture(seconds);
  player?.play();
}
