import { createId } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { changeKeeping, type EditorStore } from '../model/editor-state.ts';
import type { OtherChanges } from './take-changes.ts';

/** Made anew with each load of the page: a tab that is duplicated is another one. */
export const tabId = createId();

const openKey = (owner: string) => `benshi.open.${owner}`;

/** The project that this tab had open last; two tabs have two. Undefined: the newest one is opened. */
export function readOpenProject(owner: string): string | undefined {
  return readItem(openKey(owner), 'sessionStorage');
}

export function noteOpenProject(owner: string, projectId: string): void {
  keepItem(openKey(owner), projectId, 'sessionStorage');
}

/** Until the returned function is called, or the page is closed. Not every browser has locks. */
export function holdLock(name: string, mode: LockMode): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  navigator.locks?.request(name, { mode }, () => promise).catch(() => {});
  return resolve;
}

const lockName = (id: string) => `benshi.work.${id}`;

/** Lets other tabs know that work goes on in this one. Without locks they assume that none does. */
export const holdWork = () => holdLock(lockName(tabId), 'exclusive');

export async function isWorkHeld(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held.some(({ name }) => name === lockName(id));
}

type Said =
  | { readonly type: 'hello' }
  | { readonly type: 'written'; readonly revision: number }
  | { readonly type: 'left'; readonly unwritten: OtherChanges | undefined };

interface Listener {
  /** Another tab has written the project, or a sound of it. */
  onWritten(revision: number): void;
  /** What another tab could not write any more. */
  onUnwritten(changes: OtherChanges): void;
}

/** Knows in which other tabs the project is open, and tells them what this one has written: they read it from the storage. */
export function followTabs(store: EditorStore, { onWritten, onUnwritten }: Listener) {
  const channel = new BroadcastChannel(`benshi.project.${store.getState().project.id}`);
  const others = new Set<string>();
  const post = (message: Said) => channel.postMessage({ ...message, from: tabId });
  const note = () => {
    const isOpenElsewhere = others.size > 0;
    if (isOpenElsewhere !== store.getState().keeping.isOpenElsewhere)
      changeKeeping(store, { isOpenElsewhere });
  };
  const tellWritten = (revision: number) => post({ type: 'written', revision });
  channel.onmessage = ({ data }: MessageEvent<Said & { readonly from: string }>) => {
    if (data.type === 'left') others.delete(data.from);
    else others.add(data.from);
    note();
    if (data.type === 'hello') tellWritten(store.getState().project.revision);
    else if (data.type === 'written') onWritten(data.revision);
    else if (data.unwritten) onUnwritten(data.unwritten);
  };
  post({ type: 'hello' });
  return {
    tellWritten,
    close(unwritten?: OtherChanges): void {
      post({ type: 'left', unwritten });
      channel.close();
      others.clear();
      note();
    },
  };
}
