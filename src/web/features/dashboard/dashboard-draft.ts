import { freePageDraftKey } from '../free-page/free-page-draft-key.ts';
import { readSessionDraft, removeSessionDraft, writeSessionDraft } from '../studio/session-draft.ts';

/** Both dashboards of a person share one draft; two people at one browser do not. */
export function getDraftKey(uid: string): string {
  return `benshi.dashboard.${uid}`;
}

/**
 * Who was at work on the free page goes on with it after signing in, unless this dashboard has something of its own.
 * @returns the same key
 */
export function takeOverFreeDraft(key: string): string {
  const own = readSessionDraft(key);
  const free = readSessionDraft(freePageDraftKey);
  if (free && !own?.wish && !own?.script) {
    writeSessionDraft(key, free);
    removeSessionDraft(freePageDraftKey);
  }
  return key;
}
