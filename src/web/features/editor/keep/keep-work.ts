import { noteFailure } from '../../../lib/failures.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type EditorState } from '../model/editor-state.ts';
import { enqueue, Keeper } from './keeper.ts';
import type { AccountBase } from './kept-project.ts';
import { readQueue } from './kept-queue.ts';
import { bringVideoBack, findChosen, getSource, type OpenVideo, openKept } from './open-kept.ts';
import { fetchOwnPronunciations, readOwnPronunciations } from './own-pronunciations.ts';
import { findLastProject, hasProjects } from './project-store.ts';
import { limitSounds, sweepOwnSounds } from './sound-store.ts';
import { noteOpenProject, readOpenProject } from './this-tab.ts';
import { takeRescued } from './unwritten.ts';

const running = new Map<string, WorkKeeping>();

/** Writes what the page of an owner has not written yet, and keeps nothing of it any more. */
export async function finishWork(owner: string): Promise<void> {
  await running.get(owner)?.stop();
}

export async function flushWork(owner: string): Promise<void> {
  await running.get(owner)?.flush();
}

/** Restores the work of an editor, and keeps it in this browser until it is stopped. */
export class WorkKeeping {
  readonly #editor: Editor;
  readonly #openVideo: OpenVideo;
  readonly #hasAccount: boolean;
  readonly #control = new AbortController();
  #keeper: Keeper | undefined;

  /** @param hasAccount the owner is signed in */
  constructor(editor: Editor, openVideo: OpenVideo, hasAccount: boolean) {
    this.#editor = editor;
    this.#hasAccount = hasAccount;
    this.#openVideo = openVideo;
  }

  async start(): Promise<void> {
    const { store, owner } = this.#editor;
    store.setState({ ownPronunciations: readOwnPronunciations(owner) });
    try {
      await enqueue(() => this.#restore());
      this.#sweep();
    } catch (error) {
      noteFailure(error);
      changeKeeping(store, { isKept: false });
    }
    if (this.#control.signal.aborted) return;
    this.#watch();
    if (readQueue(owner)) store.setState(({ several = { files: [], handles: new Map() } }) => ({ several }));
    store.setState({ isRestored: true });
    if (this.#hasAccount) this.#synchronise().catch(noteFailure);
  }

  #sweep(): void {
    enqueue(() => sweepOwnSounds(this.#editor))
      .then(() => limitSounds(this.#editor.owner))
      .catch(noteFailure);
  }

  async #synchronise(): Promise<void> {
    const { AccountSync } = await import('./account-sync.ts');
    const { signal } = this.#control;
    if (signal.aborted) return;
    void fetchOwnPronunciations(this.#editor, signal).catch(noteFailure);
    const sync = new AccountSync(this.#editor, base => this.flush(base));
    signal.addEventListener('abort', () => sync.stop());
    sync.start();
  }

  stop(): Promise<void> {
    this.#control.abort();
    if (running.get(this.#editor.owner) === this) running.delete(this.#editor.owner);
    return this.#keeper?.stop() ?? Promise.resolve();
  }

  flush(base?: AccountBase): Promise<void> {
    return this.#keeper?.flush(base) ?? Promise.resolve();
  }

  /** The project that was open last, unless somebody has begun another meanwhile. */
  async #restore(): Promise<void> {
    const { store, owner } = this.#editor;
    await takeRescued(owner);
    const kept = await findLastProject(owner, readOpenProject(owner));
    changeKeeping(store, { hasProjects: kept !== undefined || (await hasProjects(owner)) });
    const { project, job } = store.getState();
    const hasBegun = project.narrations.length > 0 || job !== undefined;
    if (!kept || hasBegun || this.#control.signal.aborted) return;
    await openKept(this.#editor, kept, this.#openVideo, findChosen);
  }

  #watch(): void {
    const { store, owner } = this.#editor;
    const { signal } = this.#control;
    running.set(owner, this);
    this.#keeper = new Keeper(this.#editor, getSource(store.getState().project));
    signal.addEventListener(
      'abort',
      store.subscribe((state, before) => this.#follow(state, before)),
    );
    addEventListener('pagehide', () => this.#keeper?.leave(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && void this.#keeper?.flush(), {
      signal,
    });
  }

  #follow(state: EditorState, before: EditorState): void {
    if (state.project.id !== before.project.id) {
      void this.#keeper?.stop();
      noteOpenProject(this.#editor.owner, state.project.id);
      this.#keeper = new Keeper(this.#editor, getSource(state.project));
      this.#sweep();
    }
    this.#keeper?.note(state);
    if (state.project.video !== before.project.video) this.#checkVideo(state);
  }

  /** Another tab may have gone on with another video. */
  #checkVideo({ project, video }: EditorState): void {
    if (!project.video || !video) return;
    const isSame = video.file.name === project.video.name && video.file.size === project.video.sizeBytes;
    if (isSame) return;
    const { store } = this.#editor;
    store.setState({ video: undefined, heard: undefined });
    bringVideoBack(store, this.#openVideo).catch(noteFailure);
  }

  /** From the browser's memory, where the page could not follow other tabs. */
  #return(): void {
    const { written } = this.#keeper ?? {};
    this.#keeper = new Keeper(this.#editor, written);
    this.#keeper.refresh().catch(noteFailure);
  }
}
