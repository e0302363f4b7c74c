// Only its type: the schemas come with zod, which is not in the first load.
import type { setupHeader } from '#shared/api/setup.ts';
import { keepItem, readItem } from './browser-storage.ts';

const header: typeof setupHeader = 'x-setup-key';
const storageKey = 'benshi.setup';

/** Where the browser keeps nothing. */
let held: string | undefined;

/** The key of the set-up page, kept until the tab is closed. */
export function keepSetupKey(key: string): void {
  held = key;
  keepItem(storageKey, key, 'sessionStorage');
}

/** For calls that answer more to whoever runs the server; empty without a key. */
export function getSetupHeaders(): Readonly<Record<string, string>> {
  const key = held ?? readItem(storageKey, 'sessionStorage');
  return key === undefined ? {} : { [header]: key };
}

/** @param text a link to the set-up page, its fragment such as `#key=…`, or the key alone */
export function findSetupKey(text: string): string | undefined {
  const [, fragment] = text.split('#', 2);
  const key = fragment === undefined ? text.trim() : new URLSearchParams(fragment.trim()).get('key');
  // Nothing else can be sent in a header.
  return key && /^[!-~]+$/u.test(key) ? key : undefined;
}
