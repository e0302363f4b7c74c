import { isRecord } from '../../../lib/check-value.ts';

/** Owners under whose name version 1 kept a draft in the browser's storages. */
const draftNames = /^benshi\.(?:free-page|dashboard\..+)$/;

/** What was in the fields of a page of version 1, by owner. The tab's own comes first. */
export function readDrafts(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const drafts = new Map<string, Readonly<Record<string, unknown>>>();
  eachStorage(storage => {
    for (const owner of listDraftNames(storage)) {
      const draft = parse(storage.getItem(owner));
      if (isRecord(draft) && !drafts.has(owner)) drafts.set(owner, draft);
    }
  });
  return drafts;
}

export function removeDrafts(): void {
  eachStorage(storage => {
    for (const owner of listDraftNames(storage)) storage.removeItem(owner);
  });
}

function listDraftNames(storage: Storage): string[] {
  return Object.keys(storage).filter(name => draftNames.test(name));
}

function eachStorage(use: (storage: Storage) => void): void {
  for (const getStorage of [() => sessionStorage, () => localStorage])
    try {
      use(getStorage());
    } catch {
      // Forbidden: then nothing is in it.
    }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // A damaged draft is none.
    return undefined;
  }
}
