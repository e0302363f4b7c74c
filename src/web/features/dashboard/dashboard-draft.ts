import { type Draft, handOver, readDraft, removeDraft, writeDraft } from '../editor/public.ts';
import { freePageDraftKey } from '../free-page/public.ts';

/** Both dashboards of a user share a draft; two users of a browser do not. */
export function getDraftKey(uid: string): string {
  return `benshi.dashboard.${uid}`;
}

/**
 * Moves the free page's draft, versions and video to the dashboard after a sign-in, unless the dashboard has more.
 * @returns the same key
 */
export function takeOverFreeDraft(key: string): string {
  const own = readDraft(key);
  const free = readDraft(freePageDraftKey);
  if (!free || !isTakenOver(free, own)) return key;
  writeDraft(key, free);
  removeDraft(freePageDraftKey);
  handOver(freePageDraftKey, key, own);
  return key;
}

/** A script replaces the existing one, which becomes a version. */
export function isTakenOver(free: Draft, own: Draft | undefined): boolean {
  if (free.script.trim() !== '') return true;
  return !own?.prompt && !own?.script && !own?.video;
}
