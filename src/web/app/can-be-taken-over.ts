import { freePageDraftKey } from '../features/free-page/free-page-draft-key.ts';

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
