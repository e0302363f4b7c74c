export type UndoStep = 'undo' | 'redo';
type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** From keyboard and menu. @param take whether the page took the step: the browser's own undo then does not @returns stops listening */
export function listenForUndo(
  element: HTMLElement,
  take: (step: UndoStep, target: EventTarget | null) => boolean,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pass = (step: UndoStep | undefined, event: Event) => {
    if (!step || !take(step, event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKey = (event: KeyboardEvent) => pass(readUndoStep(event), event);
  const onInput = (event: InputEvent) => pass(inputSteps[event.inputType], event);
  element.addEventListener('keydown', onKey, { signal });
  element.addEventListener('beforeinput', onInput, { signal });
  return () => stop.abort();
}

const inputSteps: Partial<Record<string, UndoStep>> = { historyUndo: 'undo', historyRedo: 'redo' };

/** Ctrl+Z and Ctrl+Shift+Z, on a Mac with Cmd, and Ctrl+Y. */
export function readUndoStep({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): UndoStep | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return ctrlKey && !shiftKey && key.toLowerCase() === 'y' ? 'redo' : undefined;
}

export function findChangeEnd(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  return after.length - same;
}
