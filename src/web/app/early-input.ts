import { freePageDraftKey } from '../features/free-page/public.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** The buttons that were pressed before the page could listen: public/before-first-sight.js keeps them. */
    heldPresses?: Set<HTMLButtonElement> | undefined;
    /** What was let go on the page before it could listen, kept there, too; undefined once the page takes it itself. */
    earlyDrop?: { files?: FileList } | undefined;
  }
}

/**
 * What a person typed, chose, let go or pressed in the HTML before the page could listen, and what is typed or let go while it is
 * being taken over. To be called right before that begins.
 * @returns gives it back to the page once it is drawn, as if it were done then
 */
export function collectEarlyInput(place: HTMLElement): { giveBack(): void } {
  const fields = [...place.querySelectorAll<Field>('input, textarea, select')];
  const typed = new Map(fields.filter(isTouched).map(field => [field, field.value]));
  const note = ({ target }: Event) => {
    if (isWritten(target)) typed.set(target, target.value);
  };
  place.addEventListener('input', note, true);
  const pressed = window.heldPresses ?? [];
  // From here on React takes over at once what is pressed.
  window.heldPresses = undefined;
  return {
    giveBack: () => {
      place.removeEventListener('input', note, true);
      for (const [field, value] of typed) if (field.isConnected) reportOf(field, value);
      chooseEarlyFiles(place);
      // After what was typed has become the state that a button works with.
      setTimeout(() => {
        for (const button of pressed) button.click();
      });
    },
  };
}

/** Files that were let go count as chosen in the one field for them; the page takes the first. */
function chooseEarlyFiles(place: HTMLElement): void {
  const files = window.earlyDrop?.files;
  window.earlyDrop = undefined;
  const field = place.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field || !files) return;
  field.files = files;
  reportOf(field, field.value);
}

function isWritten(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !isTicked(target);
}

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0;
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  return !isTicked(field) && field.value !== field.defaultValue;
}

function isTicked({ type }: HTMLInputElement): boolean {
  return type === 'radio' || type === 'checkbox';
}

function reportOf(field: Field, value: string): void {
  const isSelect = field instanceof HTMLSelectElement;
  if (isSelect) field.value = value;
  if (isSelect || field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
  else typeAnew(field, value);
}

/**
 * React remembers what it last saw in a field, and hears only of what differs: it is shown an empty one first, and what
 * was typed is then set past it.
 */
function typeAnew(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * Whether the page would draw itself as its HTML says. Not with something in the address, or kept from before, that makes
 * it another one: it is then drawn afresh, which takes a moment more.
 */
export function canBeTakenOver(): boolean {
  const { state }: { state: { usr?: unknown } | null } = window.history;
  return window.location.search === '' && state?.usr === undefined && !hasDraft();
}

function hasDraft(): boolean {
  try {
    return [sessionStorage, localStorage].some(storage => storage.getItem(freePageDraftKey) !== null);
  } catch {
    // No storage, no draft.
    return false;
  }
}
