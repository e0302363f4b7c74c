import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { findChangeEnd, listenForUndo } from '../../../lib/undo-keys.ts';
import { redo, undo } from '../model/change-document.ts';
import { isWriting } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';

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
    return listenForUndo(element, (step, target) => {
      if (target instanceof HTMLTextAreaElement) textBefore.current = target.value;
      if (!isWriting(store.getState())) steps[step](store);
      return true;
    });
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
