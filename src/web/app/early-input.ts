type Field = HTMLInputElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Buttons pressed before hydration, stored by public/before-first-sight.js. */
    heldPresses?: Set<HTMLButtonElement> | undefined;
    /** Files dropped on the page before hydration, stored there, too; undefined afterwards. */
    earlyDrop?: { files?: FileList } | undefined;
  }
}

/** Collects what a user typed, chose, dropped or pressed until the page is rendered, which then replays it. Call right before hydration. */
export function collectEarlyInput(place: HTMLElement): { replay(): void } {
  const fields = [...place.querySelectorAll<Field>('input, textarea')];
  const typed = new Map(fields.filter(isTouched).map(field => [field, field.value]));
  const note = ({ target }: Event) => {
    if (isWritten(target)) typed.set(target, target.value);
  };
  place.addEventListener('input', note, true);
  const pressed = window.heldPresses ?? [];
  // From here on React handles presses.
  window.heldPresses = undefined;
  return {
    replay: () => {
      place.removeEventListener('input', note, true);
      for (const [field, value] of typed) if (field.isConnected) reportOf(field, value);
      chooseEarlyFiles(place);
      // After the replayed text has become state.
      setTimeout(() => {
        for (const button of pressed) button.click();
      });
    },
  };
}

function chooseEarlyFiles(place: HTMLElement): void {
  const files = window.earlyDrop?.files;
  window.earlyDrop = undefined;
  const field = place.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field || !files) return;
  field.files = files;
  reportOf(field, field.value);
}

function isWritten(target: EventTarget | null): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !isTicked(target);
}

function isTouched(field: Field): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  // Of radio buttons the one that was chosen is enough.
  if (isTicked(field))
    return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
  return field.value !== field.defaultValue;
}

const isTicked = ({ type }: HTMLInputElement): boolean => type === 'radio' || type === 'checkbox';

function reportOf(field: Field, value: string): void {
  if (field instanceof HTMLInputElement && isTicked(field)) tickAgain(field);
  else if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
  else setNativeValue(field, value);
}

/** React ignores a state that it already has: ticks the field anew. */
function tickAgain(field: HTMLInputElement): void {
  field.checked = !field.checked;
  field.click();
}

/** React ignores a value that it already has: empties the field first, and sets the value with the native setter. */
function setNativeValue(field: Field, value: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/** With a query or navigation state the HTML would not match: the page is rendered anew. */
export function canHydrate(): boolean {
  const { state }: { state: { usr?: unknown } | null } = window.history;
  return window.location.search === '' && state?.usr === undefined;
}

/** Keeps the scroll position from before hydration. `scroll` events may come too late, with the next frame. */
export function createEarlyScroll() {
  let { scrollY } = window;
  return {
    /** Call during rendering, before the router scrolls to the top. */
    note() {
      scrollY = window.scrollY;
    },
    /** Call before the page is painted. */
    restore() {
      if (scrollY > 0) window.scrollTo(0, scrollY);
    },
  };
}
