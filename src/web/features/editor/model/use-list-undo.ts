import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { listenForUndo, type UndoStep } from '../../../lib/undo-keys.ts';
import { redo, undo } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getLines, isReadOnly } from '../model/select.ts';
import { findChange } from './find-change.ts';
import { focusLine, revealLine } from './line-focus.ts';

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
