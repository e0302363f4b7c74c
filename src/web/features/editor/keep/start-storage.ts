import { noteFailure } from '../../../lib/failures.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import { holdTab } from '../../../lib/running-work.ts';
import { createEditor, type Editor, type EditorParts } from '../model/editor.ts';
import { changeKeeping } from '../model/editor-state.ts';
import { isUntouched } from '../model/select.ts';
import type { WorkKeeper } from './keeper.ts';
import type { OpenVideo } from './kept-projects.ts';

const lazyKeeper = lazyParts('storage', () => import('./keeper.ts'));

export const visitorOwner = 'benshi.free-page';

export const hasAccount = ({ owner }: Pick<Editor, 'owner'>): boolean => owner !== visitorOwner;

/** Both dashboards of a user share their work; two users of a browser do not. */
export const getOwner = (uid: string): string => `benshi.dashboard.${uid}`;

let open: Editor | undefined;

/** The editor of a screen. It outlives it until that of another owner is opened: the way to another page and back loses nothing. */
export function openEditor(parts: EditorParts): Editor {
  if (open?.owner === parts.owner) return Object.assign(open, parts);
  closeEditor();
  open = createEditor(parts);
  return open;
}

function closeEditor(): void {
  open?.closing.abort();
  open = undefined;
}

/** Work that changes hands is read by its new owner only when all of it has arrived. */
let handover: Promise<void> = Promise.resolve();

const started = new WeakSet<Editor>();

/** Once for each editor, restores what this browser keeps of its work, and keeps it from then on until it is closed. */
export function startStorage(editor: Editor, openVideo: OpenVideo): void {
  if (started.has(editor)) return;
  started.add(editor);
  const { store, closing } = editor;
  const { form } = store.getState();
  let begun: Promise<WorkKeeper | undefined> | undefined;
  const start = async () => {
    try {
      await handover;
      const { WorkKeeper } = await lazyKeeper.fetch();
      if (closing.signal.aborted) return undefined;
      const keeper = new WorkKeeper(editor, openVideo);
      await keeper.start(hasAccount(editor), form);
      return keeper;
    } catch (error) {
      noteFailure(error);
      changeKeeping(store, { isKept: false });
      store.setState({ isRestored: true });
      return undefined;
    }
  };
  let hold: (() => void) | undefined;
  const ignore = store.subscribe(state => {
    if (hold || isUntouched(state)) return;
    // What is typed before this is there would be lost with the page.
    hold = holdTab();
    begun ??= start();
    void begun.finally(hold);
  });
  void handover.then(isAnythingKept).then(is => {
    if (is) begun ??= start();
    else store.setState({ isRestored: true });
  });
  closing.signal.addEventListener('abort', () => {
    ignore();
    void begun?.then(keeper => keeper?.stop());
  });
}

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

/** After a sign-in, what a visitor made becomes the account's. @returns the account as an owner */
export function takeOverVisitorsWork(uid: string): string {
  const owner = getOwner(uid);
  handover = handover
    .then(async () => {
      if (!lazyKeeper.fetched && !(await isAnythingKept())) return;
      const { moveWork } = await lazyKeeper.fetch();
      await moveWork(visitorOwner, owner);
    })
    // Then they stay the visitor's.
    .catch(noteFailure);
  return owner;
}

export async function forgetWorkOf(owner: string): Promise<void> {
  closeEditor();
  const { forgetWork } = await lazyKeeper.fetch();
  await forgetWork(owner);
}

/** On most first visits nothing is, and then nothing has to be fetched to read it. */
async function isAnythingKept(): Promise<boolean> {
  try {
    const keys = [localStorage, sessionStorage].flatMap(storage => Object.keys(storage));
    if (keys.some(key => key.startsWith('benshi.'))) return true;
    return (await indexedDB.databases()).some(({ name }) => name === 'benshi');
  } catch {
    // Not every browser can say so.
    return true;
  }
}
