import { findChanges, type ProjectChanges } from '#shared/narration/find-changes.ts';
import { forget, mergeChanges } from '#shared/narration/merge-changes.ts';
import { createProject, type Project } from '#shared/narration/project.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { holdTab } from '../../../lib/running-work.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type EditorState, type EditorStore, type Sound } from '../model/editor-state.ts';
import { isUntouched } from '../model/select.ts';
import {
  type AccountBase,
  hasProjects,
  type KeptProject,
  listProjects,
  moveProjects,
  readLastProject,
  readProject,
  removeProjects,
  writeProject,
} from './database.ts';
import { bringVideoBack, findChosen, getSource, hasText, type OpenVideo, openKept } from './kept-projects.ts';
import { forgetQueue, listQueued, moveQueue, readQueue } from './kept-queue.ts';
import { holdWork, noteOpenProject, OtherTabs, readOpenProject, tabId } from './other-tabs.ts';
import {
  fetchOwnPronunciations,
  forgetOwnPronunciations,
  moveOwnPronunciations,
  readOwnPronunciations,
} from './own-pronunciations.ts';
import {
  isOwnSoundLeft,
  knownSounds,
  listOwnKeys,
  listSoundKeys,
  moveSounds,
  removeSounds,
  sweepSounds,
  writeSounds,
} from './sound-store.ts';
import { addOtherTexts, findWorkChanges, takeChanges } from './take-changes.ts';
import { removeKeptCopies } from './video-store.ts';

/** A change is written so long after it, with what came meanwhile. */
const writeAfterMs = 400;

let writing: Promise<void> = Promise.resolve();

/** Everything that reads or writes whole projects comes after what was begun before. */
function enqueue(work: () => Promise<void>): Promise<void> {
  writing = writing.then(work, work);
  return writing;
}

const keepers = new Map<string, WorkKeeper>();

/** Writes what the page of an owner has not written yet. */
export async function flushWork(owner: string): Promise<void> {
  await keepers.get(owner)?.flush();
}

/** Restores the work of an editor, and keeps it in this browser until it is stopped. */
export class WorkKeeper {
  readonly #editor: Editor;
  readonly #openVideo: OpenVideo;
  readonly #hasAccount: boolean;
  readonly #control = new AbortController();
  #open: ProjectKeeper | undefined;

  /** @param hasAccount the owner is signed in */
  constructor(editor: Editor, openVideo: OpenVideo, hasAccount: boolean) {
    this.#editor = editor;
    this.#openVideo = openVideo;
    this.#hasAccount = hasAccount;
  }

  async start(): Promise<void> {
    const { store, owner } = this.#editor;
    store.setState({ ownPronunciations: readOwnPronunciations(owner) });
    await enqueue(() => this.#restore()).catch(error => noteUnkept(store, error));
    if (this.#control.signal.aborted) return;
    this.#watch();
    const queue = readQueue(owner) && { files: [], handles: new Map() };
    store.setState(({ several = queue }) => ({ several, isRestored: true }));
    this.#sweep();
    if (this.#hasAccount) this.#synchronise().catch(noteFailure);
  }

  stop(): Promise<void> {
    this.#control.abort();
    if (keepers.get(this.#editor.owner) === this) keepers.delete(this.#editor.owner);
    return this.#open?.stop() ?? Promise.resolve();
  }

  flush(base?: AccountBase): Promise<void> {
    return this.#open?.flush(base) ?? Promise.resolve();
  }

  /** The project that was open last, unless somebody has begun another meanwhile. */
  async #restore(): Promise<void> {
    const { store, owner } = this.#editor;
    await writeRescued(owner);
    const id = readOpenProject(owner);
    const kept = id === undefined ? await readLastProject(owner) : await readProject(id);
    const isOwn = kept?.owner === owner;
    changeKeeping(store, { hasProjects: isOwn || (await hasProjects(owner)) });
    const { project, job } = store.getState();
    const hasBegun = project.narrations.length > 0 || job !== undefined;
    if (!isOwn || hasBegun || this.#control.signal.aborted) return;
    await openKept(this.#editor, kept, this.#openVideo, findChosen);
  }

  #sweep(): void {
    enqueue(() => sweepSounds(this.#editor)).catch(noteFailure);
  }

  async #synchronise(): Promise<void> {
    const { AccountSync } = await import('./account-sync.ts');
    const { signal } = this.#control;
    if (signal.aborted) return;
    void fetchOwnPronunciations(this.#editor, signal).catch(noteFailure);
    new AccountSync(this.#editor, base => this.flush(base), signal).start();
  }

  #watch(): void {
    const { store, owner } = this.#editor;
    const { signal } = this.#control;
    keepers.set(owner, this);
    this.#open = new ProjectKeeper(this.#editor, getSource(store.getState().project));
    const ignore = store.subscribe((state, before) => this.#follow(state, before));
    signal.addEventListener('abort', ignore);
    addEventListener('pagehide', () => this.#open?.leave(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return(), { signal });
    const flush = () => document.hidden && void this.flush();
    document.addEventListener('visibilitychange', flush, { signal });
  }

  #follow(state: EditorState, before: EditorState): void {
    if (state.project.id !== before.project.id) {
      void this.#open?.stop();
      noteOpenProject(this.#editor.owner, state.project.id);
      this.#open = new ProjectKeeper(this.#editor, getSource(state.project));
      this.#sweep();
    }
    this.#open?.note(state);
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
    this.#open = new ProjectKeeper(this.#editor, this.#open?.written);
    this.#open.refresh().catch(noteFailure);
  }
}

function noteUnkept(store: EditorStore, error: unknown): void {
  noteFailure(error);
  changeKeeping(store, { isKept: false });
}

/** Writes a project into this browser's storage as it changes, and shares it with other tabs, for as long as it is open. */
class ProjectKeeper {
  readonly #editor: Editor;
  readonly #tabs: OtherTabs | undefined;
  readonly #keptSounds = new WeakSet<Sound>();
  readonly #isShown: boolean;
  #now: EditorState;
  /** The account's state that was taken over, until it is written with what came of it. */
  #base: AccountBase | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #releaseWork: (() => void) | undefined;
  /** What the storage has of it; undefined if it has nothing. */
  written: KeptProject | undefined;

  /** @param written what the storage has of it, if it came from there */
  constructor(editor: Editor, written: KeptProject | undefined, isShown = true) {
    this.#editor = editor;
    this.#isShown = isShown;
    this.written = written;
    this.#now = editor.store.getState();
    // Some browsers have no channel between tabs.
    this.#tabs = 'BroadcastChannel' in window ? new OtherTabs(editor) : undefined;
    this.note(this.#now);
  }

  note(state: EditorState): void {
    this.#now = state;
    this.#holdWork(state.job !== undefined);
    this.#keepSounds(state.sounds);
    this.#tabs?.noteChange(state);
    if (this.#isUnwritten) this.#timer ??= setTimeout(() => void this.flush(), writeAfterMs);
  }

  /** Writes what is not written yet. @param base the account's state that was taken over: then it throws where it cannot */
  flush(base?: AccountBase): Promise<void> {
    this.#base = base ?? this.#base;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return enqueue(() => this.#write());
  }

  /** The page is closed, perhaps for good: what is not written yet is written on the next visit. */
  leave(): void {
    this.#tabs?.close();
    if (!this.#isUnwritten) return;
    rescue(this.#toKept(), this.written?.project);
    if (this.#isShown) noteOpenProject(this.#editor.owner, this.#now.project.id);
  }

  stop(): Promise<void> {
    this.drop();
    return this.flush();
  }

  /** Stops; what is not written yet is not wanted any more. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#tabs?.close();
    this.#holdWork(false);
  }

  /** After a time in which this page could not follow other tabs. */
  async refresh(): Promise<void> {
    const newest = await readProject(this.#now.project.id);
    if (newest && newest.project.revision > this.#now.project.revision) this.#catchUp(newest);
  }

  get #isUnwritten(): boolean {
    const { written } = this;
    if (!written) return !isUntouched(this.#now);
    const fields = ['project', 'form', 'otherTexts', 'narrationId'] as const;
    return (
      fields.some(field => this.#now[field] !== written[field]) ||
      this.#now.job?.kind !== written.running?.kind
    );
  }

  async #write(): Promise<void> {
    if (!this.#isUnwritten) return;
    const { store, owner } = this.#editor;
    const { project, sounds } = this.#now;
    const base = this.#base;
    const kept = this.#toKept();
    const before = new Set(this.written ? listOwnKeys(this.written.project) : []);
    try {
      // Undo brings back what another page may have forgotten.
      const back = listOwnKeys(project).flatMap(key => (before.has(key) ? [] : (sounds.get(key) ?? [])));
      if (back.length > 0) await writeSounds(owner, back, true);
      const isAlone = this.#tabs?.isAlone ?? true;
      const isOpen = store.getState().project.id === kept.id;
      const known = isAlone && isOpen ? project.revision : undefined;
      const { revision, newer } = await writeProject(kept, known, base);
      if (newer) {
        this.#catchUp(newer);
        return await this.#write();
      }
      if (this.#base === base) this.#base = undefined;
      if (this.#isShown) noteOpenProject(owner, kept.id);
      if (!store.getState().keeping.hasProjects) changeKeeping(store, { hasProjects: true });
      dropRescued(kept.id);
      this.#noteWritten(project, { ...kept, project: { ...kept.project, revision } });
      // Not by comparison with the last write: music may come and go between two.
      if (isOwnSoundLeft(store.getState())) sweepSounds(this.#editor).catch(noteFailure);
    } catch (error) {
      noteUnkept(store, error);
      this.#base = undefined;
      if (base) throw error;
    }
  }

  /** @param newer was written by another tab while this one did not follow it */
  #catchUp(newer: KeptProject): void {
    const { project, form } = newer;
    const { written } = this;
    this.written = newer;
    const before = written ?? { project: forget(project), form, otherTexts: [] };
    takeChanges(this.#editor.store, findWorkChanges(before, newer), () => written !== undefined);
  }

  /** @param project that was written; the document may have changed meanwhile */
  #noteWritten(project: Project, kept: KeptProject): void {
    this.written = kept;
    const { id, revision, updatedAt } = kept.project;
    this.#editor.store.setState(({ project: now }) => {
      if (now.id !== id) return {};
      return { project: now === project ? kept.project : { ...now, revision, updatedAt } };
    });
  }

  #toKept(): KeptProject {
    const { project, form, otherTexts, narrationId, job } = this.#now;
    const usedAtMs = Date.now();
    return {
      id: project.id,
      owner: this.#editor.owner,
      project: { ...project, updatedAt: new Date(usedAtMs).toISOString() },
      narrationId,
      form,
      otherTexts,
      running: job && { kind: job.kind, tabId },
      usedAtMs,
    };
  }

  #keepSounds(sounds: EditorState['sounds']): void {
    const isKept = (sound: Sound) => knownSounds.has(sound) || this.#keptSounds.has(sound);
    const fresh = [...sounds.values()].filter(sound => !isKept(sound));
    if (fresh.length === 0) return;
    for (const sound of fresh) this.#keptSounds.add(sound);
    const { store, owner } = this.#editor;
    writeSounds(owner, fresh)
      .catch(error => noteUnkept(store, error))
      .finally(holdTab());
  }

  /** Other tabs can tell that a job goes on here. */
  #holdWork(isWorking: boolean): void {
    if (isWorking) this.#releaseWork ??= holdWork();
    else {
      this.#releaseWork?.();
      this.#releaseWork = undefined;
    }
  }
}

/**
 * Keeps the project of an editor that no page shows, such as one of the queue.
 * @returns ends it; what is not written yet is written if it is wanted
 */
export function keepUnshown(editor: Editor): (isWanted: boolean) => Promise<void> {
  const { store } = editor;
  const keeper = new ProjectKeeper(editor, getSource(store.getState().project), false);
  const ignore = store.subscribe(state => keeper.note(state));
  const leave = () => keeper.leave();
  addEventListener('pagehide', leave);
  return async isWanted => {
    ignore();
    removeEventListener('pagehide', leave);
    if (isWanted) await keeper.stop();
    else keeper.drop();
  };
}

// What a page that is closed cannot write any more: the database answers too late, the browser's own storage at once.

const rescuedPrefix = 'benshi.unwritten.';

interface Rescued extends Omit<KeptProject, 'project'> {
  readonly createdAt: string;
  /** Undefined where only the fields beside the document changed. */
  readonly changes?: ProjectChanges | undefined;
}

/** @param written what the database has; undefined if it has none of it */
function rescue({ project, ...kept }: KeptProject, written: Project | undefined): void {
  const { createdAt } = project;
  const changes = findChanges(written ?? makeEmpty(project.id, createdAt), project);
  const rescued: Rescued = { ...kept, createdAt, changes };
  keepItem(`${rescuedPrefix}${project.id}.${tabId}`, JSON.stringify(rescued));
}

/** Writes what an owner's pages could not write when they were closed. */
async function writeRescued(owner: string): Promise<void> {
  const found = listRescued('').flatMap(key => parseRescued(key) ?? []);
  const own = found.filter(each => each.owner === owner);
  for (const { createdAt, changes, ...kept } of own.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
    const before = await readProject(kept.id);
    const isLater = kept.usedAtMs >= (before?.usedAtMs ?? 0);
    const base = before?.project ?? makeEmpty(kept.id, createdAt);
    const { project, otherTexts } = changes
      ? mergeChanges(base, changes, () => isLater)
      : { project: base, otherTexts: [] };
    const [other, newest] = isLater || !before ? [before, kept] : [kept, before];
    const texts = addOtherTexts(addOtherTexts(newest.otherTexts, other?.otherTexts ?? []), otherTexts);
    await writeProject({ ...newest, project, otherTexts: texts });
    dropRescued(kept.id);
  }
}

function dropRescued(projectId: string): void {
  for (const key of listRescued(`${projectId}.`)) forgetItem(key);
}

function listRescued(begin: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(rescuedPrefix + begin));
  } catch {
    return [];
  }
}

/** Entries are written by this file alone; one that is damaged is none, and what it makes is checked when it is read. */
function parseRescued(key: string): Rescued | undefined {
  try {
    const found = JSON.parse(readItem(key) ?? 'null');
    // An older page kept none.
    return found ? { otherTexts: [], ...found } : undefined;
  } catch {
    forgetItem(key);
    return undefined;
  }
}

function makeEmpty(id: string, createdAt: string): Project {
  return { ...createProject(), id, createdAt };
}

/** Gives the projects of one owner to another, who goes on with the one that was used last. Those without a text go only to somebody who has none. */
export async function moveWork(from: string, to: string): Promise<void> {
  await keepers.get(from)?.stop();
  await enqueue(async () => {
    await writeRescued(from);
    const [theirs, own] = [await listProjects(from), await listProjects(to)];
    const queued = listQueued(from);
    const moved = theirs.filter(({ id, project }) => own.length === 0 || hasText(project) || queued.has(id));
    await moveSounds(from, to, listKeysOf(from, moved));
    await moveProjects(moved, to);
    moveQueue(from, to);
    moveOwnPronunciations(from, to);
    const [last] = moved;
    if (last) noteOpenProject(to, last.id);
  });
}

/** Deletes projects of an owner, their sounds and the copies of their videos. */
export async function removeWork(owner: string, ids: readonly string[]): Promise<void> {
  await flushWork(owner);
  await enqueue(async () => {
    await removeKeptCopies(ids);
    await removeProjects(ids);
    const needed = listKeysOf(owner, await listProjects(owner));
    await removeSounds(owner, key => needed.has(key));
  });
}

export async function forgetWork(owner: string): Promise<void> {
  await flushWork(owner);
  const queued = listQueued(owner);
  forgetQueue(owner);
  forgetOwnPronunciations(owner);
  const projects = await listProjects(owner);
  await removeWork(owner, [...projects.map(({ id }) => id), ...queued]);
}

function listKeysOf(owner: string, projects: readonly KeptProject[]): ReadonlySet<string> {
  return new Set(projects.flatMap(({ project }) => [...listSoundKeys(owner, project)]));
}
