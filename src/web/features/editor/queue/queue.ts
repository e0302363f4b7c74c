import { createStore } from 'zustand/vanilla';
import { CodedError, failsAgain } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages } from '#shared/messages/queue.ts';
import { createId } from '#shared/narration/project.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { holdPage, holdTab } from '../../../lib/running-work.ts';
import { synchroniseSoon } from '../keep/account.ts';
import { readProject } from '../keep/database.ts';
import { removeWork } from '../keep/keeper.ts';
import { openKept } from '../keep/kept-projects.ts';
import { forgetting, getDraftOwner, readQueue, writeQueue } from '../keep/kept-queue.ts';
import { findWayBack, keepQueuedVideo, releaseCopy } from '../keep/video-store.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type DroppedFiles } from '../model/editor-state.ts';
import { keepPicture } from '../start/change-video.ts';
import { reopenVideo } from '../start/choose-video.ts';
import { isVideoFile } from '../start/video-file.ts';
import { narrateVideo, openVideo, type VideoEnd } from './narrate-video.ts';
import {
  findNext,
  getSettings,
  type ListedVideo,
  type QueueEvent,
  type QueueState,
  reduceQueue,
} from './queue-state.ts';

/** How often a queue that waits looks whether it may go on. */
const lookAgainMs = 300;

const lockName = (owner: string) => `benshi.queue.${owner}`;

/** The queue of an owner: one tab has it, and narrates its videos one after the other. */
export class Queue {
  readonly store;
  readonly #page: Editor;
  readonly #control = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  readonly #files = new Map<string, File>();
  readonly #reopeners = new Map<string, () => Promise<File>>();
  #current: { readonly id: string; readonly control: AbortController } | undefined;
  #looking: Promise<void> = Promise.resolve();
  #keeping: Promise<void> = Promise.resolve();

  constructor(page: Editor) {
    this.#page = page;
    const { form } = page.store.getState();
    this.store = createStore<QueueState>(() => ({
      settings: { form, isSpoken: true },
      videos: [],
      run: 'stopped',
      isElsewhere: false,
      isOpen: false,
    }));
    const { signal } = this.#control;
    forgetting.addEventListener(page.owner, () => this.#forget(), { signal });
    this.#takeLock();
  }

  /** Stops what is running; what is kept stays. */
  close(): void {
    this.#control.abort();
    this.#current?.control.abort();
    for (const { id } of this.#state.videos) releaseCopy(id);
  }

  dispatch(event: QueueEvent): void {
    const before = this.#state;
    this.store.setState(reduceQueue(before, event), true);
    const { settings, videos, isElsewhere } = this.#state;
    if (settings === before.settings && videos === before.videos) return;
    if (!isElsewhere && !this.#control.signal.aborted) writeQueue(this.#page.owner, { settings, videos });
  }

  /** Adds videos at the end. A file that was asked for goes to the video that asks. */
  async add({ files, handles }: DroppedFiles): Promise<void> {
    if (files.length === 0) return;
    this.dispatch({ type: 'shown', isOpen: true });
    await this.#ready.promise;
    for (const file of files.filter(isVideoFile)) {
      const asking = this.#state.videos.find(
        ({ needs, name, sizeBytes }) => needs && name === file.name && sizeBytes === file.size,
      );
      const id = asking?.id ?? createId();
      this.#files.set(id, file);
      if (asking) this.dispatch({ type: 'read', id, needs: undefined });
      else {
        // The choices of the page, as long as nothing was chosen here.
        if (this.#state.videos.length === 0) this.#takePageForm();
        const video = { id, name: file.name, sizeBytes: file.size, state: 'waiting' } as const;
        this.dispatch({ type: 'added', videos: [video] });
      }
      this.#prepare(id, file, handles.get(file));
    }
  }

  start(): void {
    const isIdle = this.#state.run === 'stopped';
    this.dispatch({ type: 'begun' });
    if (isIdle) this.#run().catch(noteFailure);
  }

  /** The step that is running ends first: what was paid is not thrown away. */
  pause(): void {
    this.dispatch({ type: 'pausing' });
  }

  retry(): void {
    this.dispatch({ type: 'retried' });
    this.start();
  }

  /** A result stays in the list of narrations; of anything else nothing is kept. */
  remove({ id, state }: ListedVideo): void {
    this.dispatch({ type: 'removed', id });
    this.#files.delete(id);
    releaseCopy(id);
    if (this.#current?.id === id) this.#current.control.abort();
    if (state !== 'done') this.#discard(id).catch(noteFailure);
  }

  /** Opens the result in the page. @returns whether it is still there */
  async open({ id }: ListedVideo): Promise<boolean> {
    const kept = await readProject(id);
    if (kept) await openKept(this.#page, kept, file => reopenVideo(this.#page, file));
    else this.dispatch({ type: 'removed', id });
    return kept !== undefined;
  }

  /** Has the browser ask the person whether a file may be read again. To be called within their press. */
  async allow({ id }: ListedVideo): Promise<void> {
    const file = await this.#reopeners
      .get(id)?.()
      .catch(() => undefined);
    if (file) this.#files.set(id, file);
    this.dispatch({ type: 'read', id, needs: file ? undefined : 'file' });
  }

  get #state(): QueueState {
    return this.store.getState();
  }

  #takePageForm(): void {
    const { form } = this.#page.store.getState();
    this.dispatch({ type: 'set', settings: { ...this.#state.settings, form } });
  }

  /** One tab has the queue until it is closed; then another one that waits gets it. */
  #takeLock(): void {
    const { signal } = this.#control;
    const begin = () => {
      if (signal.aborted) return undefined;
      void this.#restore();
      return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    };
    // Some browsers have no locks.
    if (!navigator.locks) return void begin();
    const { owner } = this.#page;
    const take = async () => {
      const isFree = await navigator.locks.request(lockName(owner), { ifAvailable: true }, async lock => {
        if (lock) await begin();
        return lock !== null;
      });
      if (isFree || signal.aborted) return;
      this.store.setState({ isElsewhere: true });
      await navigator.locks.request(lockName(owner), { signal }, begin);
    };
    take().catch((error: unknown) => signal.aborted || noteFailure(error));
  }

  async #restore(): Promise<void> {
    const kept = readQueue(this.#page.owner);
    if (kept) {
      const videos = kept.videos.map(
        (video): ListedVideo => (video.state === 'done' ? video : { ...video, needs: 'file' }),
      );
      this.dispatch({ type: 'restored', queue: { ...kept, videos } });
      for (const video of videos) if (video.needs) await this.#findFile(video).catch(noteFailure);
    } else this.store.setState({ isElsewhere: false });
    this.#ready.resolve();
  }

  async #findFile({ id, name, sizeBytes }: ListedVideo): Promise<void> {
    const way = await findWayBack(id, { name, sizeBytes }, id);
    if (way?.kind === 'file') this.#files.set(id, way.file);
    else if (way) this.#reopeners.set(id, way.reopen);
    const needs = way ? (way.kind === 'asks' ? 'permission' : undefined) : 'file';
    this.dispatch({ type: 'read', id, needs });
  }

  /** Reads length and picture, and keeps a way back to the file: one video at a time. */
  #prepare(id: string, file: File, handle: Promise<FileSystemFileHandle | undefined> | undefined): void {
    const { signal } = this.#control;
    const isWanted = () => this.#files.get(id) === file && !signal.aborted;
    const look = async () => {
      if (!isWanted()) return;
      const { durationSeconds } = await openVideo(this.#page, file);
      if (isWanted()) await keepPicture(id, file).catch(() => {});
      if (isWanted()) this.dispatch({ type: 'opened', id, durationSeconds });
    };
    this.#looking = this.#looking.then(look).catch((error: unknown) => {
      noteFailure(error);
      const failure = { message: describeFailure(error), failsAgain: failsAgain(error) };
      this.dispatch({ type: 'went on', id, state: 'failed', ...failure });
    });
    const release = holdTab();
    this.#keeping = this.#keeping
      .then(async () => {
        if (isWanted()) await keepQueuedVideo(id, file, await handle, signal);
      })
      // It is asked for after a reload.
      .catch(() => {})
      .finally(() => {
        release();
        if (!this.#files.has(id)) this.#discardRemoved(id);
      });
  }

  async #run(): Promise<void> {
    const release = holdPage();
    let note: string | undefined;
    try {
      for (let next = await this.#findNext(); next && note === undefined; next = await this.#findNext())
        note = await this.#narrate(next);
    } finally {
      release();
      this.dispatch({ type: 'stopped', note });
    }
  }

  async #findNext(): Promise<ListedVideo | undefined> {
    return (await this.#mayGoOn()) ? findNext(this.#state) : undefined;
  }

  /** Waits while the page itself works, and while there is no connection. */
  async #mayGoOn(): Promise<boolean> {
    for (;;) {
      if (this.#state.run !== 'running' || this.#control.signal.aborted) return false;
      const isPageWorking = this.#page.store.getState().job !== undefined;
      const waitsFor = navigator.onLine ? (isPageWorking ? 'page' : undefined) : 'connection';
      this.dispatch({ type: 'waits', waitsFor });
      if (!waitsFor) return true;
      await new Promise(resolve => setTimeout(resolve, lookAgainMs));
    }
  }

  /** @returns why the queue stops; undefined: it goes on */
  async #narrate(video: ListedVideo): Promise<string | undefined> {
    const { id } = video;
    const file = this.#files.get(id);
    if (!file) return void this.dispatch({ type: 'read', id, needs: 'file' });
    const control = new AbortController();
    this.#current = { id, control };
    this.dispatch({ type: 'went on', id, state: 'looking' });
    const end = await narrateVideo(this.#page, {
      id,
      file,
      settings: getSettings(this.#state, video),
      signal: control.signal,
      report: state => this.#report(id, state),
      mayGoOn: () => this.#mayGoOn(),
    });
    this.#current = undefined;
    if (control.signal.aborted) return void this.#discardRemoved(id);
    return this.#take(id, end);
  }

  #report(id: string, state: ListedVideo['state']): void {
    const video = this.#state.videos.find(each => each.id === id);
    if (video && video.state !== state) this.dispatch({ type: 'went on', id, state });
  }

  #take(id: string, { outcome, message, code }: VideoEnd): string | undefined {
    const isStopping = code === 'rate_limited' || code === 'unauthorized';
    if (outcome === 'cancelled' || (outcome === 'failed' && (isStopping || !navigator.onLine))) {
      this.dispatch({ type: 'went on', id, state: 'waiting' });
      return isStopping ? describeStop(message ?? '', code) : undefined;
    }
    const again = code !== undefined && failsAgain(new CodedError(code));
    this.dispatch({ type: 'went on', id, state: outcome, message, failsAgain: again || undefined });
    if (outcome === 'done') releaseCopy(id);
    changeKeeping(this.#page.store, { hasProjects: true });
    synchroniseSoon();
    return undefined;
  }

  /** What came to the storage after a video was removed. */
  #discardRemoved(id: string): void {
    if (!this.#control.signal.aborted) this.#discard(id).catch(noteFailure);
  }

  async #discard(id: string): Promise<void> {
    const kept = await readProject(id);
    const isDraft = !kept || kept.owner === getDraftOwner(this.#page.owner);
    if (isDraft) await removeWork(this.#page.owner, [id]);
  }

  #forget(): void {
    this.#current?.control.abort();
    this.#files.clear();
    this.dispatch({ type: 'restored', queue: { ...this.#state, videos: [] } });
    this.dispatch({ type: 'pausing' });
  }
}

/** Daily limits begin anew at midnight, UTC. */
function describeStop(message: string, code: VideoEnd['code']): string {
  if (code !== 'rate_limited') return message;
  const now = new Date();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(midnight);
  return `${message} ${t(queueMessages.limitsUntil, { time })}`;
}
