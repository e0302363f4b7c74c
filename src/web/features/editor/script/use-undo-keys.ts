import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { redo, undo } from '../store/change-document.ts';
import { isWriting } from '../store/select.ts';
import { useEditor } from '../store/use-editor.tsx';

type Step = 'undo' | 'redo';

const steps = { undo, redo };

/**
 * Lets the keys and the browser's own menu undo and redo what the page remembers, in place of what the browser remembers
 * of one text area. The browser's memory knows nothing of texts that the page has put there.
 * @param frame around the text area
 * @param text its text, so that the cursor goes to where it was changed
 */
export function useUndoKeys(frame: RefObject<HTMLElement | null>, text: string): void {
  const { store } = useEditor();
  const textBefore = useRef<string>(undefined);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const take = (step: Step | undefined, event: Event) => {
      if (!step) return;
      event.preventDefault();
      if (event.target instanceof HTMLTextAreaElement) textBefore.current = event.target.value;
      if (!isWriting(store.getState())) steps[step](store);
    };
    const onKey = (event: KeyboardEvent) => take(readKey(event), event);
    const onInput = (event: InputEvent) => take(inputSteps[event.inputType], event);
    element.addEventListener('keydown', onKey);
    element.addEventListener('beforeinput', onInput);
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('beforeinput', onInput);
    };
  }, [frame, store]);

  useLayoutEffect(() => {
    const before = textBefore.current;
    textBefore.current = undefined;
    const area = frame.current?.querySelector('textarea');
    if (before === undefined || before === text || !area) return;
    const end = findChangeEnd(before, text);
    area.setSelectionRange(end, end);
  }, [frame, text]);
}

const inputSteps: Partial<Record<string, Step>> = { historyUndo: 'undo', historyRedo: 'redo' };

/** Ctrl+Z and Ctrl+Shift+Z, on a Mac with Cmd, and Ctrl+Y. */
function readKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Step | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return ctrlKey && !shiftKey && key.toLowerCase() === 'y' ? 'redo' : undefined;
}

/** Where in `after` the part ends that differs from `before`. */
export function findChangeEnd(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  return after.length - same;
}
