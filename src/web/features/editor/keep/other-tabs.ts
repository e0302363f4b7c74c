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

type Message = { readonly from: string } & (
  | { readonly type: 'hello' }
  | { readonly type: 'written'; readonly revision: number }
  | { readonly type: 'left'; readonly unwritten: OtherChanges | undefined }
);

interface Listener {
  /** Another tab has written the project, or a sound of it. */
  onWritten(revision: number): void;
  /** What another tab could not write any more. */
  onUnwritten(changes: OtherChanges): void;
}

/** Knows in which other tabs a project is open, and tells them what this one has written: they read it from the storage. */
export class OtherTabs {
  readonly #store: EditorStore;
  readonly #listener: Listener;
  readonly #channel: BroadcastChannel;
  readonly #others = new Set<string>();

  constructor(store: EditorStore, listener: Listener) {
    this.#store = store;
    this.#listener = listener;
    this.#channel = new BroadcastChannel(`benshi.project.${store.getState().project.id}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#take(data);
    this.#post({ type: 'hello', from: tabId });
  }

  tellWritten(revision: number): void {
    this.#post({ type: 'written', revision, from: tabId });
  }

  close(unwritten: OtherChanges | undefined): void {
    this.#post({ type: 'left', unwritten, from: tabId });
    this.#channel.close();
    this.#note(others => others.clear());
  }

  #take(message: Message): void {
    const { type, from } = message;
    if (type === 'left') this.#note(others => others.delete(from));
    else this.#note(others => others.add(from));
    if (type === 'hello') this.tellWritten(this.#store.getState().project.revision);
    else if (type === 'written') this.#listener.onWritten(message.revision);
    else if (type === 'left' && message.unwritten) this.#listener.onUnwritten(message.unwritten);
  }

  #note(change: (others: Set<string>) => void): void {
    change(this.#others);
    const isOpenElsewhere = this.#others.size > 0;
    if (isOpenElsewhere !== this.#store.getState().keeping.isOpenElsewhere)
      changeKeeping(this.#store, { isOpenElsewhere });
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }
}
