import { forget } from '#shared/narration/merge-changes.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { holdTab } from '../../../lib/running-work.ts';
import type { Editor } from '../model/editor.ts';
import { changeKeeping, type EditorState, type Sound } from '../model/editor-state.ts';
import { type AccountBase, isUntouched, type KeptProject } from './kept-project.ts';
import { OtherTabs } from './other-tabs.ts';
import { readProject, writeProject } from './project-store.ts';
import { isOwnSoundLeft, knownSounds, listOwnKeys, sweepOwnSounds, writeSounds } from './sound-store.ts';
import { findWorkChanges, takeChanges } from './take-changes.ts';
import { holdWork, noteOpenProject, tabId } from './this-tab.ts';
import { dropRescued, rescue } from './unwritten.ts';

/** A change is written so long after it, with what came meanwhile. */
const writeAfterMs = 400;

let writing: Promise<void> = Promise.resolve();

/** Everything that reads or writes whole projects comes after what was begun before. */
export function enqueue(work: () => Promise<void>): Promise<void> {
  writing = writing.then(work, work);
  return writing;
}

/** Writes a project into this browser's storage as it changes, and shares it with other tabs, for as long as it is open. */
export class Keeper {
  readonly #editor: Editor;
  readonly #tabs: OtherTabs | undefined;
  readonly #keptSounds = new WeakSet<Sound>();
  #now: EditorState;
  /** What the storage has of it; undefined if it has nothing. */
  #written: KeptProject | undefined;
  /** The account's state that was taken over, until it is written with what came of it. */
  #base: AccountBase | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #releaseWork: (() => void) | undefined;

  /** @param written what the storage has of it, if it came from there */
  constructor(editor: Editor, written: KeptProject | undefined) {
    this.#editor = editor;
    this.#written = written;
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

  get written(): KeptProject | undefined {
    return this.#written;
  }

  /** The page is closed, perhaps for good: what is not written yet is written on the next visit. */
  leave(): void {
    this.#tabs?.close();
    if (!this.#isUnwritten) return;
    rescue(this.#toKept(), this.#written?.project);
    noteOpenProject(this.#editor.owner, this.#now.project.id);
  }

  stop(): Promise<void> {
    this.#tabs?.close();
    this.#holdWork(false);
    return this.flush();
  }

  /** After a time in which this page could not follow other tabs. */
  async refresh(): Promise<void> {
    const newest = await readProject(this.#now.project.id);
    if (newest && newest.project.revision > this.#now.project.revision) this.#catchUp(newest);
  }

  get #isUnwritten(): boolean {
    const { project, form, otherTexts, narrationId, job } = this.#now;
    const written = this.#written;
    if (!written) return !isUntouched(this.#now);
    const isSame =
      project === written.project &&
      form === written.form &&
      otherTexts === written.otherTexts &&
      narrationId === written.narrationId &&
      job?.kind === written.running?.kind;
    return !isSame;
  }

  async #write(): Promise<void> {
    if (!this.#isUnwritten) return;
    const { store, owner } = this.#editor;
    const { project, sounds } = this.#now;
    const base = this.#base;
    const kept = this.#toKept();
    const before = new Set(this.#written ? listOwnKeys(this.#written.project) : []);
    const own = listOwnKeys(project);
    try {
      // Undo brings back what another page may have forgotten.
      const back = own.flatMap(key => (before.has(key) ? [] : (sounds.get(key) ?? [])));
      if (back.length > 0) await writeSounds(owner, back, true);
      const isAlone = this.#tabs?.isAlone ?? true;
      const isOpen = store.getState().project.id === kept.id;
      const known = isAlone && isOpen ? project.revision : Number.POSITIVE_INFINITY;
      const { revision, newer } = await writeProject(kept, known, base);
      if (newer) {
        this.#catchUp(newer);
        return await this.#write();
      }
      if (this.#base === base) this.#base = undefined;
      noteOpenProject(owner, kept.id);
      if (!store.getState().keeping.hasProjects) changeKeeping(store, { hasProjects: true });
      dropRescued(kept.id);
      this.#noteWritten(project, { ...kept, project: { ...kept.project, revision } });
      // Not by comparison with the last write: music may come and go between two.
      if (isOwnSoundLeft(store.getState())) sweepOwnSounds(this.#editor).catch(noteFailure);
    } catch (error) {
      noteFailure(error);
      changeKeeping(store, { isKept: false });
      this.#base = undefined;
      if (base) throw error;
    }
  }

  /** @param newer was written by another tab while this one did not follow it */
  #catchUp(newer: KeptProject): void {
    const { project, form } = newer;
    const before = this.#written ?? { project: forget(project), form, otherTexts: [] };
    const isKnown = this.#written !== undefined;
    this.#written = newer;
    takeChanges(this.#editor.store, findWorkChanges(before, newer), () => isKnown);
  }

  /** @param project that was written; the document may have changed meanwhile */
  #noteWritten(project: KeptProject['project'], kept: KeptProject): void {
    this.#written = kept;
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
    const fresh = [...sounds.values()].filter(
      sound => !knownSounds.has(sound) && !this.#keptSounds.has(sound),
    );
    if (fresh.length === 0) return;
    for (const sound of fresh) this.#keptSounds.add(sound);
    const release = holdTab();
    writeSounds(this.#editor.owner, fresh)
      .catch(error => {
        noteFailure(error);
        changeKeeping(this.#editor.store, { isKept: false });
      })
      .finally(release);
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
