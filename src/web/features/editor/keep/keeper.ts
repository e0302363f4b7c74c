import { z } from 'zod';
import { isSame } from '#shared/narration/find-changes.ts';
import { forget, mergeChanges } from '#shared/narration/merge-changes.ts';
import { createProject, type Project } from '#shared/narration/project.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { holdTab } from '../../../lib/running-work.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type EditorState, type EditorStore, type Form } from '../model/editor-state.ts';
import { isUntouched } from '../model/select.ts';
import {
  type AccountBase,
  changeProject,
  forgetQueue,
  type KeptProject,
  listProjects,
  listQueued,
  moveQueue,
  readLastProject,
  readProject,
  readQueue,
  removeProjects,
  writeProject,
} from './database.ts';
import {
  addOtherTexts,
  findWorkChanges,
  followTabs,
  holdWork,
  noteOpenProject,
  type OtherChanges,
  readOpenProject,
  tabId,
  takeChanges,
} from './elsewhere.ts';
import { bringVideoBack, getSource, hasText, type OpenVideo, openKept } from './kept-projects.ts';
import {
  addSounds,
  fetchOwnPronunciations,
  forgetOwnPronunciations,
  isOwnSoundLeft,
  knownSounds,
  listOwnKeys,
  listSoundKeys,
  moveOwnPronunciations,
  moveSounds,
  readOwnPronunciations,
  readSounds,
  removeSounds,
  sweepSounds,
  writeSounds,
} from './sound-store.ts';
import { removeKeptCopies } from './video-store.ts';

const saveAfterMs = 400;

let writing: Promise<void> = Promise.resolve();

/** Everything that reads or writes whole projects comes after what was begun before. */
function enqueue(work: () => Promise<void>): Promise<void> {
  writing = writing.then(work, work);
  return writing;
}

const keepers = new Map<string, WorkKeeper>();

export async function flushWork(owner: string): Promise<void> {
  await keepers.get(owner)?.flush();
}

/** Restores the work of an editor, keeps it in this browser as it changes, and follows what other tabs write, until it is stopped. */
export class WorkKeeper {
  readonly #editor: Editor;
  readonly #store: EditorStore;
  readonly #owner: string;
  readonly #openVideo: OpenVideo | undefined;
  readonly #control = new AbortController();
  #now: EditorState;
  #written: KeptProject | undefined;
  #tabs: ReturnType<typeof followTabs> | undefined;
  /** The account's state that was taken over, until it is written with what came of it. */
  #base: AccountBase | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #releaseWork: (() => void) | undefined;

  /** @param openVideo undefined: no page shows the editor, whose project stays the same */
  constructor(editor: Editor, openVideo: OpenVideo | undefined) {
    this.#editor = editor;
    this.#store = editor.store;
    this.#owner = editor.owner;
    this.#openVideo = openVideo;
    this.#now = editor.store.getState();
  }

  /** @param hasAccount the owner is signed in @param before what was chosen since then stays */
  async start(hasAccount: boolean, before: Form): Promise<void> {
    const { signal } = this.#control;
    this.#store.setState({ ownPronunciations: readOwnPronunciations(this.#owner) });
    await enqueue(() => this.#restore(before)).catch(error => this.#noteUnkept(error));
    if (signal.aborted) return;
    this.watch();
    const queue = readQueue(this.#owner) && { files: [], handles: new Map() };
    this.#store.setState(({ several = queue }) => ({ several, isRestored: true }));
    enqueue(() => sweepSounds(this.#editor)).catch(noteFailure);
    if (!hasAccount) return;
    void fetchOwnPronunciations(this.#editor, signal).catch(noteFailure);
    const { followAccount } = await import('./account.ts');
    if (!signal.aborted) followAccount(this.#editor, base => this.flush(base), signal);
  }

  /** @param isWanted what is not written yet */
  stop(isWanted = true): Promise<void> {
    if (this.#control.signal.aborted) return Promise.resolve();
    this.#control.abort();
    if (keepers.get(this.#owner) === this) keepers.delete(this.#owner);
    return this.#close(isWanted);
  }

  /** Writes what is not written yet. @param base the account's state that was taken over: then it throws where it cannot */
  flush(base?: AccountBase): Promise<void> {
    this.#base = base ?? this.#base;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return enqueue(() => this.#write());
  }

  async #restore(before: Form): Promise<void> {
    await writeRescued(this.#owner);
    const id = readOpenProject(this.#owner);
    const kept = id === undefined ? await readLastProject(this.#owner) : await readProject(id);
    const isOwn = kept?.owner === this.#owner;
    changeKeeping(this.#store, { hasProjects: isOwn || (await readLastProject(this.#owner)) !== undefined });
    const { project, job } = this.#store.getState();
    const hasBegun = project.narrations.length > 0 || job !== undefined;
    if (!isOwn || hasBegun || this.#control.signal.aborted) return;
    await openKept(this.#editor, kept, this.#openVideo, before);
  }

  watch(): void {
    const { signal } = this.#control;
    if (this.#openVideo) keepers.set(this.#owner, this);
    this.#begin(getSource(this.#store.getState().project));
    const ignore = this.#store.subscribe((state, before) => this.#follow(state, before));
    signal.addEventListener('abort', ignore);
    addEventListener('pagehide', () => this.#leave(), { signal });
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // In the browser's memory the page could not follow other tabs.
      this.#begin(this.#written);
      this.#catchUp(Number.POSITIVE_INFINITY).catch(noteFailure);
    };
    addEventListener('pageshow', back, { signal });
    const flush = () => document.hidden && void this.flush();
    document.addEventListener('visibilitychange', flush, { signal });
  }

  /** @param written what the storage has of the project that is open, if it came from there */
  #begin(written: KeptProject | undefined): void {
    this.#written = written;
    // Some browsers have no channel between tabs.
    if ('BroadcastChannel' in window)
      this.#tabs = followTabs(this.#store, {
        onWritten: revision => void this.#catchUp(revision).catch(noteFailure),
        // After what it has written before.
        onUnwritten: changes => void enqueue(async () => takeChanges(this.#store, changes)),
      });
    const state = this.#store.getState();
    this.#note(state);
    // It is told now, whether or not somebody dismisses it at once.
    if (state.keeping.interrupted) void this.flush();
  }

  /** The page is closed, perhaps for good: what is not written yet is written on the next visit. */
  #leave(): void {
    const unwritten = this.#isUnwritten ? this.#toUnwritten() : undefined;
    this.#tabs?.close(unwritten?.changes);
    this.#tabs = undefined;
    if (!unwritten) return;
    const { changes, ...kept } = unwritten;
    const rescued = JSON.stringify({ ...kept, changes: changes.project });
    keepItem(`${rescuedPrefix}${kept.id}.${tabId}`, rescued);
    this.#noteOpen(unwritten.id);
  }

  #close(isWanted = true): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#base = undefined;
    this.#tabs?.close();
    this.#tabs = undefined;
    this.#holdWork(false);
    if (!isWanted || !this.#isUnwritten) return enqueue(async () => {});
    const unwritten = this.#toUnwritten();
    this.#noteOpen(unwritten.id);
    return enqueue(() => writeUnwritten(unwritten)).catch(error => this.#noteUnkept(error));
  }

  #follow(state: EditorState, before: EditorState): void {
    if (state.project.id === before.project.id) this.#note(state);
    else {
      void this.#close();
      this.#noteOpen(state.project.id);
      this.#begin(getSource(state.project));
      enqueue(() => sweepSounds(this.#editor)).catch(noteFailure);
    }
    if (state.project.video !== before.project.video) this.#checkVideo(state);
  }

  #noteOpen(projectId: string): void {
    if (this.#openVideo) noteOpenProject(this.#owner, projectId);
  }

  #note(state: EditorState): void {
    this.#now = state;
    this.#holdWork(state.job !== undefined);
    this.#keepSounds(state.sounds);
    if (this.#isUnwritten) this.#timer ??= setTimeout(() => void this.flush(), saveAfterMs);
  }

  /** Another tab may have gone on with another video. */
  #checkVideo({ project, video }: EditorState): void {
    if (!this.#openVideo || !project.video || !video) return;
    const { name, size } = video.file;
    if (name === project.video.name && size === project.video.sizeBytes) return;
    this.#store.setState({ video: undefined, heard: undefined });
    bringVideoBack(this.#store, this.#openVideo).catch(noteFailure);
  }

  get #isUnwritten(): boolean {
    const written = this.#written;
    if (!written) return !isUntouched(this.#now);
    const fields = ['project', 'form', 'otherTexts', 'narrationId'] as const;
    return (
      fields.some(field => this.#now[field] !== written[field]) || !isSame(this.#running, written.running)
    );
  }

  get #running(): KeptProject['running'] {
    const { job, keeping } = this.#now;
    if (job) return { kind: job.kind, tabId };
    const { running } = this.#written ?? {};
    return running?.tabId === tabId || keeping.interrupted ? undefined : running;
  }

  async #write(): Promise<void> {
    if (!this.#isUnwritten) return;
    const { project, sounds } = this.#now;
    const base = this.#base;
    const kept = this.#toKept();
    const before = new Set(this.#written ? listOwnKeys(this.#written.project) : []);
    try {
      // Undo brings back what another page may have forgotten.
      const back = listOwnKeys(project).flatMap(key => (before.has(key) ? [] : (sounds.get(key) ?? [])));
      if (back.length > 0) await writeSounds(this.#owner, back, true);
      const { revision, newer } = await writeProject(kept, project.revision, base);
      if (this.#now.project.id !== kept.id) return;
      if (newer) {
        this.#merge(newer);
        return await this.#write();
      }
      if (this.#base === base) this.#base = undefined;
      this.#noteOpen(kept.id);
      if (!this.#store.getState().keeping.hasProjects) changeKeeping(this.#store, { hasProjects: true });
      dropRescued(kept.id);
      const written = { ...kept.project, revision };
      this.#written = { ...kept, project: written };
      const { updatedAt } = written;
      // The document may have changed meanwhile.
      this.#store.setState(({ project: now }) => ({
        project: now === project ? written : { ...now, revision, updatedAt },
      }));
      this.#tabs?.tellWritten(revision);
      // Not by comparison with the last write: music may come and go between two.
      if (isOwnSoundLeft(this.#store.getState())) sweepSounds(this.#editor).catch(noteFailure);
    } catch (error) {
      this.#noteUnkept(error);
      this.#base = undefined;
      if (base) throw error;
    }
  }

  /** Takes what another tab has written. @param revision of it */
  async #catchUp(revision: number): Promise<void> {
    const { id } = this.#now.project;
    const isNews = (known: number) => known > (this.#written?.project.revision ?? 0);
    await enqueue(async () => {
      const newest = isNews(revision) ? await readProject(id) : undefined;
      if (newest && isNews(newest.project.revision) && this.#now.project.id === id) this.#merge(newest);
    });
    const { project, sounds } = this.#store.getState();
    if (project.id === id) addSounds(this.#store, await readSounds(this.#owner, project, sounds));
  }

  /** @param newer was written by another tab */
  #merge(newer: KeptProject): void {
    const before = this.#written ?? { ...newer, project: forget(newer.project), otherTexts: [] };
    this.#written = newer;
    takeChanges(this.#store, findWorkChanges(before, newer));
    this.#now = this.#store.getState();
    const { project, form, otherTexts, narrationId } = this.#now;
    const left = findWorkChanges(newer, this.#now);
    // Else the tabs would write the same for each other without end.
    if (!left.project && !left.form && !left.otherTexts)
      this.#written = { ...newer, project, form, otherTexts, narrationId, running: this.#running };
  }

  #toKept(): KeptProject {
    const { project, form, otherTexts, narrationId } = this.#now;
    const usedAtMs = Date.now();
    return {
      id: project.id,
      owner: this.#owner,
      project: { ...project, updatedAt: new Date(usedAtMs).toISOString() },
      narrationId,
      form,
      otherTexts,
      running: this.#running,
      usedAtMs,
    };
  }

  #toUnwritten(): Unwritten {
    const { project, ...kept } = this.#toKept();
    const { id, createdAt } = project;
    const before = this.#written ?? { ...kept, project: makeEmpty(id, createdAt) };
    return { ...kept, createdAt, changes: findWorkChanges(before, { ...kept, project }) };
  }

  #keepSounds(sounds: EditorState['sounds']): void {
    const fresh = [...sounds.values()].filter(sound => !knownSounds.has(sound));
    if (fresh.length === 0) return;
    for (const sound of fresh) knownSounds.add(sound);
    writeSounds(this.#owner, fresh)
      .then(() => this.#tabs?.tellWritten(0))
      .catch(error => this.#noteUnkept(error))
      .finally(holdTab());
  }

  #noteUnkept(error: unknown): void {
    noteFailure(error);
    changeKeeping(this.#store, { isKept: false });
  }

  #holdWork(isWorking: boolean): void {
    if (isWorking) this.#releaseWork ??= holdWork();
    else {
      this.#releaseWork?.();
      this.#releaseWork = undefined;
    }
  }
}

interface Unwritten extends Omit<KeptProject, 'project'> {
  readonly createdAt: string;
  readonly changes: OtherChanges;
}

async function writeUnwritten({ createdAt, changes, ...kept }: Unwritten): Promise<void> {
  await changeProject(kept.id, before => {
    const isLater = kept.usedAtMs >= (before?.usedAtMs ?? 0);
    const base = before?.project ?? makeEmpty(kept.id, createdAt);
    const { project, otherTexts } = changes.project
      ? mergeChanges(base, changes.project, () => isLater)
      : { project: base, otherTexts: [] };
    const [other, newest] = isLater || !before ? [before, kept] : [kept, before];
    const texts = addOtherTexts(addOtherTexts(newest.otherTexts, other?.otherTexts ?? []), otherTexts);
    return { ...newest, project, otherTexts: texts };
  });
  dropRescued(kept.id);
}

// The database answers too late for a page that is closed, the browser's own storage at once.

const rescuedPrefix = 'benshi.unwritten.';

async function writeRescued(owner: string): Promise<void> {
  const rescued = listRescued('').flatMap(key => parseRescued(key) ?? []);
  const own = rescued.filter(each => each.owner === owner);
  for (const each of own.sort((one, other) => one.usedAtMs - other.usedAtMs)) await writeUnwritten(each);
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
function parseRescued(key: string): Unwritten | undefined {
  try {
    const { changes: project, ...found } = JSON.parse(readItem(key) ?? '');
    if (project) z.object({ narrations: z.array(z.unknown()) }).parse(project);
    // An older page kept no other texts.
    return { otherTexts: [], ...found, changes: { project, revision: 0 } };
  } catch {
    forgetItem(key);
    return undefined;
  }
}

const makeEmpty = (id: string, createdAt: string): Project => ({ ...createProject(), id, createdAt });

/** Gives the projects of one owner to another, who goes on with the one that was used last. Those without a text go only to somebody who has none. */
export async function moveWork(from: string, to: string): Promise<void> {
  await keepers.get(from)?.stop();
  await enqueue(async () => {
    await writeRescued(from);
    const [theirs, own] = [await listProjects(from), await listProjects(to)];
    const queued = listQueued(from);
    const moved = theirs.filter(({ id, project }) => own.length === 0 || hasText(project) || queued.has(id));
    await moveSounds(from, to, listKeysOf(from, moved));
    for (const { id } of moved) await changeProject(id, kept => kept && { ...kept, owner: to });
    moveQueue(from, to);
    moveOwnPronunciations(from, to);
    const [last] = moved;
    if (last) noteOpenProject(to, last.id);
  });
}

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
