import { CodedError } from '#shared/errors.ts';
import { findChanges } from '#shared/narration/find-changes.ts';
import { mergeDocuments } from '#shared/narration/merge-changes.ts';
import type { Project } from '#shared/narration/project.ts';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import type { Editor } from '../store/editor.ts';
import { type AccountKeeping, changeKeeping } from '../store/editor-state.ts';
import {
  fetchChanged,
  fetchProject,
  readBase,
  readChoice,
  type StoredProject,
  storeProject,
  writeBase,
} from './account-base.ts';
import { type AccountBase, isUntouched } from './kept-project.ts';
import { listProjects, readProject, writeProject } from './project-store.ts';
import { takeDocument } from './take-changes.ts';

/** While the page is in sight. */
const pollMs = 3000;
/** Out of sight, and after failures. */
const slowestPollMs = 60_000;
const mostTries = 5;

/** A project of this browser, as it is now. */
interface Local {
  read(): Promise<Project | undefined> | Project | undefined;
  /** @returns false if it stays as it is, because texts would be lost */
  take(base: Project, theirs: Project): Promise<boolean> | boolean;
}

/** Keeps the projects of a signed-in person on the account as well, and takes over what is changed there from other machines. */
export class AccountSync {
  readonly #editor: Editor;
  readonly #control = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #areOthersSent = false;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  start(): void {
    const { signal } = this.#control;
    const soon = () => this.#plan(0);
    const anew = () => {
      this.#areOthersSent = false;
      soon();
    };
    addEventListener('online', soon, { signal });
    document.addEventListener('visibilitychange', soon, { signal });
    addEventListener('benshi:account', anew, { signal });
    soon();
  }

  stop(): void {
    this.#control.abort();
    clearTimeout(this.#timer);
  }

  #plan(afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#control.signal.aborted) this.#timer = setTimeout(() => void this.#step(), afterMs);
  }

  async #step(): Promise<void> {
    const { store, owner } = this.#editor;
    const choice = readChoice(owner);
    const state = store.getState();
    if (choice !== 'yes') {
      this.#tell(choice === undefined && !isUntouched(state) ? 'asks' : undefined);
      return this.#plan(pollMs);
    }
    // Of several tabs with a project, those in sight speak for it.
    if (document.hidden && state.keeping.isOpenElsewhere) return this.#plan(pollMs);
    try {
      const isStored = !isUntouched(state) && (await this.#exchangeOpen(state.project.id));
      if (!this.#areOthersSent) await this.#sendOthers();
      this.#failures = 0;
      // Another one may have been opened meanwhile.
      if (store.getState().project.id !== state.project.id) return this.#plan(0);
      this.#tell(isStored ? 'saved' : undefined);
    } catch (error) {
      this.#failures += 1;
      if (!isOffline(error)) noteFailure(error);
      this.#tell(isOffline(error) ? 'offline' : { failure: describeFailure(error) });
    }
    this.#plan(document.hidden ? slowestPollMs : Math.min(slowestPollMs, pollMs * 2 ** this.#failures));
  }

  #exchangeOpen(id: string): Promise<boolean> {
    const { store, owner } = this.#editor;
    const findOpen = () => {
      const { project } = store.getState();
      return project.id === id ? project : undefined;
    };
    return exchange(owner, id, {
      read: findOpen,
      take: (base, theirs) => {
        takeDocument(store, base, theirs);
        return true;
      },
    });
  }

  /** What was changed while nobody was signed in, or before the person chose the account. One that is refused stays in this browser. */
  async #sendOthers(): Promise<void> {
    const { store, owner } = this.#editor;
    this.#areOthersSent = true;
    for (const { id } of await listProjects(owner)) {
      if (this.#control.signal.aborted) return;
      if (id === store.getState().project.id) continue;
      try {
        await exchange(owner, id, createKeptLocal(id));
      } catch (error) {
        if (isOffline(error)) {
          this.#areOthersSent = false;
          throw error;
        }
        noteFailure(error);
      }
    }
  }

  #tell(account: AccountKeeping | undefined): void {
    const { keeping } = this.#editor.store.getState();
    const isSame = JSON.stringify(keeping.account) === JSON.stringify(account);
    if (!isSame && !this.#control.signal.aborted) changeKeeping(this.#editor.store, { account });
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'unavailable';
}

/** One that is not open. Where both sides wrote a text, it waits until a person opens it and sees both. */
function createKeptLocal(id: string): Local {
  return {
    read: async () => (await readProject(id))?.project,
    async take(base, theirs) {
      const kept = await readProject(id);
      if (!kept) return false;
      const { project, otherTexts } = mergeDocuments({ base, mine: kept.project, theirs }, () => false);
      if (otherTexts.length > 0) return false;
      const { revision } = kept.project;
      await writeProject({ ...kept, project: { ...project, revision } }, Number.POSITIVE_INFINITY);
      return true;
    },
  };
}

/** Brings a project of this browser and of the account to the same state; one tab at a time. @returns whether they are */
function exchange(owner: string, id: string, local: Local): Promise<boolean> {
  const work = () => exchangeAlone(owner, id, local);
  return navigator.locks ? navigator.locks.request(`benshi.account.${id}`, work) : work();
}

async function exchangeAlone(owner: string, id: string, local: Local): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries++) {
    const base = await readBase(id);
    const mine = await local.read();
    if (!mine || base?.isGone) return false;
    try {
      if (base && !findChanges(base.document, mine)) {
        const stored = await fetchChanged(id, base.revision);
        return stored ? await take(local, base, stored) : true;
      }
      const written = await storeProject(owner, mine, base);
      if (written) {
        await writeBase(id, written);
        return true;
      }
      if (!(await take(local, base, await fetchProject(id)))) return false;
    } catch (error) {
      const isGone = base !== undefined && error instanceof CodedError && error.code === 'not_found';
      if (!isGone) throw error;
      await writeBase(id, { ...base, isGone });
      return false;
    }
  }
  return false;
}

async function take(
  local: Local,
  base: AccountBase | undefined,
  { document, revision }: StoredProject,
): Promise<boolean> {
  if (!(await local.take(base?.document ?? forgetTexts(document), document))) return false;
  await writeBase(document.id, { document, revision, hasThumbnail: base?.hasThumbnail ?? false });
  return true;
}

/** Where nothing is known of before, both sides have written every text. */
function forgetTexts(project: Project): Project {
  const narrations = project.narrations.map(narration => ({
    ...narration,
    lines: narration.lines.map(line => ({ ...line, text: '' })),
  }));
  return { ...project, narrations };
}
