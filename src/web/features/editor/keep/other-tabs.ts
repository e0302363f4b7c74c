import { listChangedFields, listEditedFields } from '#shared/narration/find-changes.ts';
import { createId } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type EditorState, type Sound } from '../model/editor-state.ts';
import { knownSounds } from './sound-store.ts';
import { findWorkChanges, type OtherChanges, takeChanges, type Work } from './take-changes.ts';

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

const lockName = (id: string) => `benshi.work.${id}`;

/** Lets other tabs know that work goes on in this one, until the returned function is called. Without locks they assume that none does. */
export function holdWork(): () => void {
  let release = () => {};
  const hold = new Promise<void>(resolve => {
    release = resolve;
  });
  navigator.locks?.request(lockName(tabId), () => hold).catch(() => {});
  return () => release();
}

export async function isWorkHeld(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held.some(({ name }) => name === lockName(id));
}

/** So often what was changed here is told, at most. */
const tellAfterMs = 100;

type Message = { readonly from: string } & (
  | { readonly type: 'hello' }
  /** The answer to a tab that has opened the project. */
  | { readonly type: 'here'; readonly to: string; readonly work: Work }
  | { readonly type: 'changed'; readonly changes: OtherChanges; readonly atMs: number }
  | { readonly type: 'sounds'; readonly sounds: readonly Sound[] }
  | { readonly type: 'left' }
);

type WithoutFrom<Each> = Each extends unknown ? Omit<Each, 'from'> : never;

/**
 * Follows the other tabs in which a project is open, and tells them what is changed in this one. A field that two tabs change at the
 * same time gets the later text in both.
 */
export class OtherTabs {
  readonly #editor: Editor;
  readonly #channel: BroadcastChannel;
  readonly #others = new Set<string>();
  /** When each field was changed last, here or elsewhere: by `ID.NAME`, with the tab. */
  readonly #changedAt = new Map<string, string>();
  readonly #told = new WeakSet<Sound>();
  /** As the work is here. */
  #now: EditorState;
  /** As the others know it. */
  #known: Work;
  #lastMs = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#now = editor.store.getState();
    this.#known = this.#now;
    this.#channel = new BroadcastChannel(`benshi.project.${this.#now.project.id}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#take(data);
    this.#post({ type: 'hello' });
  }

  /** Nobody else changes the project. */
  get isAlone(): boolean {
    return this.#others.size === 0;
  }

  /** To be called with each state of the project. */
  noteChange(state: EditorState): void {
    this.#now = state;
    if (this.isAlone) return;
    this.#timer ??= setTimeout(() => this.tell(), tellAfterMs);
  }

  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.isAlone) return;
    const before = this.#known;
    const changes = findWorkChanges(before, this.#now);
    this.#known = this.#now;
    const { project, form, otherTexts, revision } = changes;
    if (project || form || otherTexts || revision !== before.project.revision) {
      const atMs = Math.max(Date.now(), this.#lastMs + 1);
      this.#noteFields(changes, atMs, tabId);
      this.#post({ type: 'changed', changes, atMs });
    }
    const fresh = [...this.#now.sounds.values()].filter(
      sound => !knownSounds.has(sound) && !this.#told.has(sound),
    );
    for (const sound of fresh) this.#told.add(sound);
    if (fresh.length > 0) this.#post({ type: 'sounds', sounds: fresh });
  }

  close(): void {
    this.tell();
    this.#post({ type: 'left' });
    this.#isClosed = true;
    this.#channel.close();
    if (!this.isAlone) changeKeeping(this.#editor.store, { isOpenElsewhere: false });
    this.#others.clear();
  }

  #take(message: Message): void {
    const { from } = message;
    if (message.type === 'hello') {
      this.tell();
      this.#meet(from);
      const { project, form, otherTexts } = this.#now;
      this.#known = this.#now;
      this.#post({ type: 'here', to: from, work: { project, form, otherTexts } });
    } else if (message.type === 'here') {
      if (message.to !== tabId) return;
      const changes = findWorkChanges(this.#known, message.work);
      this.#meet(from);
      this.#merge(changes, Date.now(), from);
      this.#known = message.work;
      this.noteChange(this.#now);
    } else if (message.type === 'changed') {
      // What was changed here is told first, so that both sides decide alike.
      this.tell();
      this.#merge(message.changes, message.atMs, from);
      this.#known = this.#now;
    } else if (message.type === 'sounds') this.#takeSounds(message.sounds);
    else this.#leave(from);
  }

  #merge(changes: OtherChanges, atMs: number, from: string): void {
    takeChanges(this.#editor.store, changes, field => stamp(atMs, from) > (this.#changedAt.get(field) ?? ''));
    this.#noteFields(changes, atMs, from);
  }

  #noteFields({ project, form }: OtherChanges, atMs: number, from: string): void {
    this.#lastMs = Math.max(this.#lastMs, atMs);
    const { id } = this.#now.project;
    const fields = project ? listChangedFields(id, project) : [];
    const ofForm = form ? listEditedFields(form).map(field => `form.${field}`) : [];
    const at = stamp(atMs, from);
    for (const field of [...fields, ...ofForm])
      if (at > (this.#changedAt.get(field) ?? '')) this.#changedAt.set(field, at);
  }

  #takeSounds(sounds: readonly Sound[]): void {
    for (const sound of sounds) knownSounds.add(sound);
    this.#editor.store.setState(state => ({
      sounds: new Map([...state.sounds, ...sounds.map(sound => [sound.key, sound] as const)]),
    }));
  }

  #meet(id: string): void {
    this.#others.add(id);
    changeKeeping(this.#editor.store, { isOpenElsewhere: true });
  }

  #leave(id: string): void {
    this.#others.delete(id);
    changeKeeping(this.#editor.store, { isOpenElsewhere: !this.isAlone });
  }

  #post(message: WithoutFrom<Message>): void {
    if (this.#isClosed) return;
    this.#channel.postMessage({ ...message, from: tabId });
  }
}

/** Compares by time, then by tab. */
function stamp(atMs: number, tab: string): string {
  return `${String(atMs).padStart(16, '0')} ${tab}`;
}
