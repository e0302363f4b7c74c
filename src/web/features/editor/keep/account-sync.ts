import { CodedError } from '#shared/errors.ts';
import { mergeDocuments } from '#shared/narration/merge-changes.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import type { Editor } from '../model/editor.ts';
import { type AccountKeeping, changeKeeping } from '../model/editor-state.ts';
import { fetchChanged, fetchProject, readBase, readChoice, storeProject, writeBase } from './account-base.ts';
import { type Account, exchange, type Local } from './exchange.ts';
import { type AccountBase, isUntouched } from './kept-project.ts';
import { listProjects, readProject, writeProject } from './project-store.ts';
import { addOtherTexts, takeDocument } from './take-changes.ts';

/** While the page is in sight. */
const pollMs = 3000;
/** Out of sight, and after failures. */
const slowestPollMs = 60_000;
/** Of so many steps, one asks for a project that was deleted for good. */
const goneSteps = 20;

/** Keeps the projects of a signed-in person on the account as well, and takes over what is changed there from other machines. */
export class AccountSync {
  readonly #editor: Editor;
  readonly #control = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #flush: (base?: AccountBase) => Promise<void>;
  #failures = 0;
  #steps = 0;
  #areOthersSent = false;

  constructor(editor: Editor, flush: (base?: AccountBase) => Promise<void>) {
    this.#editor = editor;
    this.#flush = flush;
  }

  start(): void {
    const { signal } = this.#control;
    const soon = () => {
      this.#steps = 0;
      this.#plan(0);
    };
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
    const local: Local = {
      // What was sent must not be newer than what a page that crashes leaves.
      read: async () => {
        await this.#flush();
        return findOpen();
      },
      take: async (known, theirs, base) => {
        if (!findOpen()) return false;
        takeDocument(store, known, theirs);
        await this.#flush(base);
        return true;
      },
    };
    return exchangeAlone(owner, id, local, this.#steps++ % goneSteps === 0);
  }

  /** What was changed while nobody was signed in, or before the person chose the account. One that is refused stays in this browser. */
  async #sendOthers(): Promise<void> {
    const { store, owner } = this.#editor;
    this.#areOthersSent = true;
    for (const { id } of await listProjects(owner)) {
      if (this.#control.signal.aborted) return;
      if (id === store.getState().project.id) continue;
      try {
        await exchangeAlone(owner, id, createKeptLocal(id));
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

/** One that is not open: texts that both sides wrote are offered once it is. */
function createKeptLocal(id: string): Local {
  return {
    read: async () => (await readProject(id))?.project,
    async take(known, theirs, base) {
      const kept = await readProject(id);
      if (!kept) return false;
      const { revision } = kept.project;
      const { project, otherTexts } = mergeDocuments(known, kept.project, theirs);
      const merged = {
        ...kept,
        project: { ...project, revision },
        otherTexts: addOtherTexts(kept.otherTexts, otherTexts),
      };
      const { newer } = await writeProject(merged, revision, base);
      return newer === undefined;
    },
  };
}

/** One tab at a time. */
function exchangeAlone(owner: string, id: string, local: Local, asksGone?: boolean): Promise<boolean> {
  const account: Account = {
    fetch: (id, known) => (known ? fetchChanged(id, known) : fetchProject(id)),
    store: (document, base) => storeProject(owner, document, base),
  };
  const ends = { account, bases: { read: readBase, write: writeBase } };
  const work = () => exchange(id, local, ends, asksGone);
  return navigator.locks ? navigator.locks.request(`benshi.account.${id}`, work) : work();
}
