import { createStore } from 'zustand/vanilla';
import { CodedError, failsAgain } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages } from '#shared/messages/queue.ts';
import { createId, createProject } from '#shared/narration/project.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { holdPage, holdTab } from '../../../lib/running-work.ts';
import { findTranscript } from '../jobs/listen.ts';
import { inspectVideo } from '../jobs/read-pictures.ts';
import { speak } from '../jobs/speak.ts';
import { writeScript } from '../jobs/write.ts';
import { synchroniseSoon } from '../keep/account.ts';
import {
  forgetting,
  type KeptQueue,
  type QueuedVideo,
  type QueueSettings,
  readProject,
  readQueue,
  writeQueue,
} from '../keep/database.ts';
import { removeWork, WorkKeeper } from '../keep/keeper.ts';
import { hasText, openKept } from '../keep/kept-projects.ts';
import { findWayBack, keepPicture, keepVideo, releaseCopy } from '../keep/video-store.ts';
import { openDocument, runUnremembered } from '../model/change-document.ts';
import { createEditor, type Editor, isOffered, type OfferedPlans } from '../model/editor.ts';
import { changeKeeping, type DroppedFiles, type Job, type JobEnd } from '../model/editor-state.ts';
import { getSpokenShare, isEmpty } from '../model/select.ts';
import { takeVideo } from '../start/change-video.ts';
import { reopenVideo } from '../start/choose-video.ts';
import { isVideoFile, requireVideoFile } from '../start/dropped.ts';

type Step = 'looking' | 'writing' | 'speaking';
type VideoEnd = Pick<JobEnd, 'outcome' | 'message' | 'code'>;

export interface ListedVideo extends Omit<QueuedVideo, 'state'> {
  readonly state: QueuedVideo['state'] | Step;
  readonly needs?: 'permission' | 'file' | undefined;
}

export interface QueueState extends Pick<KeptQueue, 'settings'> {
  readonly videos: readonly ListedVideo[];
  readonly run: 'stopped' | 'running' | 'pausing';
  readonly waitsFor?: 'page' | 'connection' | undefined;
  readonly note?: string | undefined;
  readonly isElsewhere: boolean;
  readonly isOpen: boolean;
}

type Videos = Pick<QueueState, 'videos'>;

export function changeVideo({ videos }: Videos, id: string, changes: Partial<ListedVideo>): Videos {
  return { videos: videos.map(video => (video.id === id ? { ...video, ...changes } : video)) };
}

export function findNext({ videos }: Videos): ListedVideo | undefined {
  return videos.find(({ state, needs }) => state === 'waiting' && needs === undefined);
}

export function findObstacle({ videos, settings }: QueueState, plans: OfferedPlans): string | undefined {
  for (const { name, own = settings } of videos.filter(({ state }) => state !== 'done')) {
    const { prompt, voice } = own.form;
    if (prompt.trim() === '') return t(queueMessages.promptMissing, { name });
    if (!voice || !isOffered(voice, plans)) return t(queueMessages.voiceMissing, { name });
  }
  return undefined;
}

export function count({ videos }: Videos, state: ListedVideo['state']): number {
  return videos.filter(each => each.state === state).length;
}

export function mayRetry({ state, failsAgain: isHopeless }: ListedVideo): boolean {
  return state === 'failed' && !isHopeless;
}

export function retryFailed({ videos }: Videos): Videos {
  const wait = (video: ListedVideo): ListedVideo => ({ ...video, state: 'waiting', message: undefined });
  return { videos: videos.map(video => (mayRetry(video) ? wait(video) : video)) };
}

export function closeQueue({ videos }: Videos): Videos & Pick<QueueState, 'isOpen'> {
  return { isOpen: false, videos: videos.every(({ state }) => state === 'done') ? [] : videos };
}

const lookAgainMs = 300;

const queues = new WeakMap<Editor, Queue>();

/** The queue of an owner: one tab has it, and narrates its videos one after the other. */
export class Queue {
  readonly store;
  readonly #page: Editor;
  readonly #ready = Promise.withResolvers<void>();
  readonly #files = new Map<string, File>();
  readonly #reopeners = new Map<string, () => Promise<File>>();
  #current: { readonly id: string; readonly control: AbortController } | undefined;
  #looking: Promise<void> = Promise.resolve();
  #copying: Promise<void> = Promise.resolve();

  static of(page: Editor): Queue {
    const queue = queues.get(page) ?? new Queue(page);
    queues.set(page, queue);
    return queue;
  }

  private constructor(page: Editor) {
    this.#page = page;
    const { form, several } = page.store.getState();
    this.store = createStore<QueueState>(() => ({
      settings: { form, isSpoken: true },
      videos: [],
      run: 'stopped',
      isElsewhere: false,
      isOpen: false,
    }));
    const { signal } = page.closing;
    forgetting.addEventListener(page.owner, () => this.#forget(), { signal });
    this.store.subscribe(({ settings, videos, isElsewhere }, before) => {
      const isSame = settings === before.settings && videos === before.videos;
      if (!isSame && !isElsewhere && !signal.aborted) writeQueue(page.owner, settings, videos);
    });
    const ignore = page.store.subscribe((state, before) => {
      if (state.several && state.several !== before.several) void this.add(state.several);
    });
    signal.addEventListener('abort', () => {
      ignore();
      this.#current?.control.abort();
      for (const { id } of this.#state.videos) releaseCopy(id);
    });
    if (several) void this.add(several);
    this.#takeLock(signal).catch((error: unknown) => signal.aborted || noteFailure(error));
  }

  show(isOpen: boolean): void {
    this.store.setState(isOpen ? { isOpen } : closeQueue);
  }

  /** @param own undefined: those for all */
  setForOne({ id }: ListedVideo, own: QueueSettings | undefined): void {
    this.#change(id, { own, failsAgain: undefined });
  }

  async add({ files, handles }: DroppedFiles): Promise<void> {
    if (files.length === 0) return;
    this.show(true);
    await this.#ready.promise;
    for (const file of files.filter(isVideoFile)) {
      const { name, size: sizeBytes } = file;
      const { videos, settings } = this.#state;
      const asking = videos.find(each => each.needs && each.name === name && each.sizeBytes === sizeBytes);
      const id = asking?.id ?? createId();
      this.#files.set(id, file);
      if (asking) this.#change(id, { needs: undefined });
      else
        this.store.setState({
          videos: [...videos, { id, name, sizeBytes, state: 'waiting' }],
          note: undefined,
          // The choices of the page, as long as nothing was chosen here.
          ...(videos.length === 0 && { settings: { ...settings, form: this.#page.store.getState().form } }),
        });
      this.#prepare(id, file, handles.get(file));
    }
  }

  start(): void {
    const isIdle = this.#state.run === 'stopped';
    this.store.setState({ run: 'running', note: undefined });
    if (isIdle) this.#run().catch(noteFailure);
  }

  /** The step that is running ends first: what was paid is not thrown away. */
  pause(): void {
    this.store.setState(({ run }) => ({ run: run === 'running' ? 'pausing' : run }));
  }

  retry(): void {
    this.store.setState(retryFailed);
    this.start();
  }

  /** A result stays in the list of narrations; of anything else nothing is kept. */
  remove({ id, state }: ListedVideo): void {
    this.store.setState(({ videos }) => ({ videos: videos.filter(video => video.id !== id) }));
    this.#files.delete(id);
    releaseCopy(id);
    if (this.#current?.id === id) this.#current.control.abort();
    else if (state !== 'done') this.#discard(id);
  }

  /** Opens the result in the page. @returns whether it is still there */
  async open(video: ListedVideo): Promise<boolean> {
    const kept = await readProject(video.id);
    if (kept) await openKept(this.#page, kept, file => reopenVideo(this.#page, file));
    else this.remove(video);
    return kept !== undefined;
  }

  /** Has the browser ask the person whether a file may be read again. To be called within their press. */
  async allow({ id }: ListedVideo): Promise<void> {
    const reopen = this.#reopeners.get(id);
    const file = await reopen?.().catch(() => undefined);
    if (file) this.#files.set(id, file);
    this.#change(id, { needs: file ? undefined : 'file' });
  }

  get #state(): QueueState {
    return this.store.getState();
  }

  #change(id: string, changes: Partial<ListedVideo>): void {
    this.store.setState(state => changeVideo(state, id, changes));
  }

  /** One tab has the queue until it is closed; then another one that waits gets it. */
  async #takeLock(signal: AbortSignal): Promise<void> {
    const hold = () => {
      this.#restore().catch(noteFailure);
      return new Promise(resolve => signal.addEventListener('abort', resolve));
    };
    // Some browsers have no locks.
    if (!navigator.locks) return void hold();
    const lockName = `benshi.queue.${this.#page.owner}`;
    const { held = [] } = await navigator.locks.query();
    this.store.setState({ isElsewhere: held.some(({ name }) => name === lockName) });
    await navigator.locks.request(lockName, { signal }, hold);
  }

  async #restore(): Promise<void> {
    const kept = readQueue(this.#page.owner);
    const needFile = (video: QueuedVideo): ListedVideo =>
      video.state === 'done' ? video : { ...video, needs: 'file' };
    const restored = kept && { settings: kept.settings, videos: kept.videos.map(needFile) };
    this.store.setState({ ...restored, isElsewhere: false });
    for (const video of this.#state.videos) if (video.needs) await this.#findFile(video).catch(noteFailure);
    this.#ready.resolve();
  }

  async #findFile({ id, name, sizeBytes }: ListedVideo): Promise<void> {
    const way = await findWayBack(id, { name, sizeBytes }, id);
    if (way?.kind === 'file') this.#files.set(id, way.file);
    else if (way) this.#reopeners.set(id, way.reopen);
    if (way) this.#change(id, { needs: way.kind === 'asks' ? 'permission' : undefined });
  }

  #prepare(id: string, file: File, handle: Promise<FileSystemFileHandle | undefined> | undefined): void {
    const { signal } = this.#page.closing;
    const isWanted = () => this.#files.get(id) === file && !signal.aborted;
    const look = async () => {
      if (!isWanted()) return;
      const { durationSeconds } = await inspect(this.#page, file);
      if (isWanted()) await keepPicture(id, file).catch(() => {});
      this.#change(id, { durationSeconds });
    };
    this.#looking = this.#looking.then(look).catch((error: unknown) => {
      noteFailure(error);
      this.#change(id, { state: 'failed', message: describeFailure(error), failsAgain: failsAgain(error) });
    });
    const release = holdTab();
    this.#copying = this.#copying
      .then(async () => {
        if (isWanted()) await keepVideo(id, file, await handle, signal);
      })
      // It is asked for after a reload.
      .catch(() => {})
      .finally(() => {
        release();
        if (!this.#files.has(id)) this.#discard(id);
      });
  }

  async #run(): Promise<void> {
    const release = holdPage();
    let note: string | undefined;
    try {
      while (note === undefined && (await this.#mayGoOn())) {
        const next = findNext(this.#state);
        if (!next) break;
        note = await this.#narrate(next);
      }
    } finally {
      release();
      this.store.setState({ run: 'stopped', waitsFor: undefined, note });
    }
  }

  async #mayGoOn(): Promise<boolean> {
    for (;;) {
      if (this.#state.run !== 'running' || this.#page.closing.signal.aborted) return false;
      const isPageWorking = this.#page.store.getState().job !== undefined;
      const waitsFor = navigator.onLine ? (isPageWorking ? 'page' : undefined) : 'connection';
      if (waitsFor !== this.#state.waitsFor) this.store.setState({ waitsFor });
      if (!waitsFor) return true;
      await new Promise(resolve => setTimeout(resolve, lookAgainMs));
    }
  }

  /** @returns why the queue stops; undefined: it goes on */
  async #narrate(video: ListedVideo): Promise<string | undefined> {
    const { id } = video;
    const file = this.#files.get(id);
    if (!file) return void this.#change(id, { needs: 'file' });
    const control = new AbortController();
    this.#current = { id, control };
    const end = await this.#narrateFile(video, file, control.signal);
    this.#current = undefined;
    if (control.signal.aborted) return void this.#discard(id);
    return this.#take(id, end);
  }

  /** Narrates a video in an editor of its own, whose project is kept as that of the page is; what is kept of it is not done again. */
  async #narrateFile({ id, own }: ListedVideo, file: File, signal: AbortSignal): Promise<VideoEnd> {
    const { owner, service, getConfig, getPlans } = this.#page;
    const { form, isSpoken } = own ?? this.#state.settings;
    const editor = createEditor({ owner, service, getConfig, getPlans });
    const { store } = editor;
    const keeper = new WorkKeeper(editor, undefined);
    signal.addEventListener('abort', () => store.getState().job?.cancel());
    this.#noteStep(id, 'looking');
    try {
      const video = { file, facts: await inspect(editor, file) };
      const kept = await readProject(id).catch(() => undefined);
      if (kept) await openKept(editor, kept, undefined);
      else openDocument(store, { ...createProject(), id });
      keeper.watch();
      const { ownPronunciations } = this.#page.store.getState();
      store.setState({ form, ownPronunciations });
      const { narrationId, keeping } = store.getState();
      // Half of a script is none.
      if (narrationId !== undefined && keeping.interrupted === 'write')
        runUnremembered(store, { type: 'removeNarration', narrationId });
      await takeVideo(editor, video);
      if (!kept) await findTranscript(editor, video, undefined);
      if (signal.aborted) return { outcome: 'cancelled' };
      store.subscribe(({ job }) => job && this.#noteStep(id, findStep(job)));
      return await this.#writeAndSpeak(editor, isSpoken);
    } catch (error) {
      noteFailure(error);
      return { outcome: 'failed', message: describeFailure(error) };
    } finally {
      await keeper.stop(!signal.aborted);
    }
  }

  async #writeAndSpeak(editor: Editor, isSpoken: boolean): Promise<VideoEnd> {
    const { store } = editor;
    let written: VideoEnd = { outcome: 'done' };
    if (isEmpty(store.getState())) written = (await writeScript(editor)) ?? { outcome: 'cancelled' };
    const state = store.getState();
    const isReady = !isSpoken || isEmpty(state) || getSpokenShare(state) === 'all';
    if (written.outcome !== 'done' || isReady) return written;
    if (!(await this.#mayGoOn())) return { outcome: 'cancelled' };
    const spoken = (await speak(editor)) ?? written;
    return { ...spoken, message: [written.message, spoken.message].filter(Boolean).join(' ') || undefined };
  }

  #noteStep(id: string, state: Step): void {
    const before = this.#state.videos.find(video => video.id === id)?.state;
    if (before !== state) this.#change(id, { state, message: undefined, failsAgain: undefined });
  }

  #take(id: string, { outcome, message, code }: VideoEnd): string | undefined {
    const isStopping = code === 'rate_limited' || code === 'unauthorized';
    if (outcome === 'cancelled' || (outcome === 'failed' && (isStopping || !navigator.onLine))) {
      this.#change(id, { state: 'waiting' });
      return isStopping ? describeStop(message ?? '', code) : undefined;
    }
    const isHopeless = code !== undefined && failsAgain(new CodedError(code));
    this.#change(id, { state: outcome, message, failsAgain: isHopeless || undefined });
    if (outcome === 'done') releaseCopy(id);
    changeKeeping(this.#page.store, { hasProjects: true });
    synchroniseSoon();
    return undefined;
  }

  /** What is kept of a video that was removed, unless a script came of it before, or the page works on it. */
  #discard(id: string): void {
    const { store, owner } = this.#page;
    const discard = async () => {
      const kept = await readProject(id);
      const isResult = kept && !kept.running && hasText(kept.project);
      if (!isResult && store.getState().project.id !== id) await removeWork(owner, [id]);
    };
    if (!this.#page.closing.signal.aborted) discard().catch(noteFailure);
  }

  #forget(): void {
    this.#current?.control.abort();
    this.#files.clear();
    this.store.setState({ videos: [] });
    this.pause();
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

/** What can be known of a video before it is narrated. @throws {CodedError} when it is none, or longer or larger than is taken */
async function inspect({ getLimits }: Editor, file: File) {
  const { maxBytes, maxSeconds } = getLimits();
  requireVideoFile(file, maxBytes);
  return await inspectVideo(file, maxSeconds);
}

function findStep({ kind, activity }: Job): Step {
  if (kind === 'speak') return 'speaking';
  return activity.kind === 'writing' ? 'writing' : 'looking';
}
