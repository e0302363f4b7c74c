import { noteFailure } from '../../../lib/failures.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import { holdTab } from '../../../lib/running-work.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping } from '../model/editor-state.ts';
import type { WorkKeeping } from './keep-work.ts';
import { isUntouched } from './kept-project.ts';
import type { OpenVideo } from './open-kept.ts';

/** Not needed before the page is drawn. */
const lazyStorage = lazyParts('storage', async () => {
  const [{ WorkKeeping }, { forgetWork, moveWork }] = await Promise.all([
    import('./keep-work.ts'),
    import('./move-work.ts'),
  ]);
  return { WorkKeeping, forgetWork, moveWork };
});

/** Work that changes hands is read by its new owner only when all of it has arrived. */
let handover: Promise<void> = Promise.resolve();

/**
 * Restores what this browser keeps of an editor's work, and keeps it from then on.
 * @param openVideo opens the video of before
 * @returns ends it
 */
export function startStorage(editor: Editor, openVideo: OpenVideo): () => void {
  const { store } = editor;
  let isStopped = false;
  let begun: Promise<WorkKeeping | undefined> | undefined;
  const start = async () => {
    const { WorkKeeping } = await lazyStorage.fetch();
    if (isStopped) return undefined;
    const keeping = new WorkKeeping(editor, openVideo, editor.owner !== visitorOwner);
    await keeping.start();
    return keeping;
  };
  const begin = () => {
    begun ??= handover.then(start).catch((error: unknown) => {
      noteFailure(error);
      changeKeeping(store, { isKept: false });
      store.setState({ isRestored: true });
      return undefined;
    });
    return begun;
  };
  let hold: (() => void) | undefined;
  const ignore = store.subscribe(state => {
    if (hold || isUntouched(state)) return;
    // What is typed before this is there would be lost with the page.
    hold = holdTab();
    void begin().finally(hold);
  });
  void handover.then(isAnythingKept).then(is => {
    if (is) void begin();
    else store.setState({ isRestored: true });
  });
  return () => {
    isStopped = true;
    ignore();
    void begun?.then(keeping => keeping?.stop());
  };
}

/** Resolves once what is kept was read. */
export async function waitUntilRestored({ store }: Editor): Promise<void> {
  if (store.getState().isRestored) return;
  await new Promise<void>(resolve => {
    const ignore = store.subscribe(({ isRestored }) => {
      if (!isRestored) return;
      ignore();
      resolve();
    });
  });
}

/** Gives the projects of one owner to another, such as those of a visitor to the account in which they signed in. */
function handOverWork(from: string, to: string): void {
  handover = handover
    .then(async () => {
      if (!lazyStorage.fetched && !(await isAnythingKept())) return;
      const { moveWork } = await lazyStorage.fetch();
      await moveWork(from, to);
    })
    // Then they stay whose they were.
    .catch(noteFailure);
}

export async function forgetWorkOf(owner: string): Promise<void> {
  const { forgetWork } = await lazyStorage.fetch();
  await forgetWork(owner);
}

/** On most first visits nothing is, and then nothing has to be fetched to read it. */
async function isAnythingKept(): Promise<boolean> {
  try {
    const isNoted = [localStorage, sessionStorage].some(storage =>
      Object.keys(storage).some(key => key.startsWith('benshi.')),
    );
    const databases = await indexedDB.databases();
    return isNoted || databases.some(({ name }) => name === 'benshi');
  } catch {
    // Not every browser can say so.
    return true;
  }
}

export const visitorOwner = 'benshi.free-page';

export function hasAccount({ owner }: Pick<Editor, 'owner'>): boolean {
  return owner !== visitorOwner;
}

/** Both dashboards of a user share their work; two users of a browser do not. */
export function getOwner(uid: string): string {
  return `benshi.dashboard.${uid}`;
}

/** After a sign-in, what a visitor made becomes the account's. @returns the account as an owner */
export function takeOverVisitorsWork(uid: string): string {
  const owner = getOwner(uid);
  handOverWork(visitorOwner, owner);
  return owner;
}
