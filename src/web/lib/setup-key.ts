// Only its type: the schemas come with zod, which is not in the first load.
import type { setupHeader } from '#shared/api/setup.ts';
import { keepItem, readItem } from './browser-storage.ts';

const header: typeof setupHeader = 'x-setup-key';
const storageKey = 'benshi.setup';

/** Where the browser keeps nothing. */
let held: string | undefined;

/** Until the tab is closed. @param text a link to the set-up page, its fragment such as `#key=…`, or the key alone */
export function keepSetupKey(text: string): void {
  const [key = '', fragment] = text.trim().split('#', 2);
  held = fragment === undefined ? key : (new URLSearchParams(fragment).get('key') ?? '');
  keepItem(storageKey, held, 'sessionStorage');
}

export function getSetupHeaders(): Readonly<Record<string, string>> {
  const key = held ?? readItem(storageKey, 'sessionStorage');
  // A header takes nothing else.
  return key && /^[!-~]+$/u.test(key) ? { [header]: key } : {};
}
