import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { findChanges } from '#shared/narration/find-changes.ts';
import { type Known, mergeDocuments } from '#shared/narration/merge-changes.ts';
import type { Project } from '#shared/narration/project.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import type { Editor } from '../model/editor.ts';
import { type AccountKeeping, changeKeeping } from '../model/editor-state.ts';
import { isUntouched } from '../model/select.ts';
import { fetchProject, isOnAccount, type StoredDocument, storeProject } from './account.ts';
import {
  type AccountBase,
  listProjects,
  readProject,
  readRecord,
  writeProject,
  writeRecord,
} from './database.ts';
import { addOtherTexts, takeDocument } from './take-changes.ts';

const maxTries = 5;

/** A project as this browser has it. */
interface Local {
  /** As it is now, which is also kept; undefined where it is gone. */
  read(): Promise<Project | undefined> | Project | undefined;
  /** Merges, and keeps what comes of it together with `base`. @returns false if it has to be read again */
  take(known: Known, theirs: Project, base: AccountBase): Promise<boolean>;
}

/** A project in this browser and on the account; what is known of the account outlasts the page. */
interface Ends extends Local {
  readBase(): Promise<AccountBase | undefined>;
  writeBase(base: AccountBase): Promise<void>;
  fetch: (known?: AccountBase) => ReturnType<typeof fetchProject>;
  store(document: Project, base: AccountBase): ReturnType<typeof storeProject>;
}

/** The account never had it, as far as is known. */
const nothingStored: AccountBase = { revision: 0, hasThumbnail: false };

/** What is refused so was not stored, and will not be. */
const refusals: readonly ErrorCode[] = ['bad_request', 'forbidden', 'too_large'];

/**
 * Brings a project of this browser and of the account to the same state. A document whose answer was lost may be stored: the same
 * is sent again until that is known.
 * @param asksGone also asks for one that was deleted for good: somebody may have made it anew
 * @returns whether they are in the same state
 */
export async function exchange(ends: Ends, asksGone = true): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries++) {
    const base = await ends.readBase();
    const mine = await ends.read();
    if (!mine || (base?.isGone && !asksGone && !isContinued(base, mine))) return false;
    try {
      if (base && isAsked(base, mine)) {
        const stored = await ends.fetch(base.isGone ? undefined : base);
        if (!stored) return true;
        if (!(await take(ends, base, stored))) return false;
      } else if (await send(ends, base, mine)) return true;
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'not_found') throw error;
      if (!base?.document) return false;
      const isAnew = isContinued(base, mine);
      // A restored server may have never had it.
      await ends.writeBase(isAnew ? nothingStored : { ...base, isGone: true });
      if (!isAnew) return false;
    }
  }
  return false;
}

/** Somebody has gone on with a project since the account had it last. */
function isContinued({ document }: AccountBase, mine: Project): boolean {
  return document !== undefined && findChanges(document, mine) !== undefined;
}

/** Nothing is to be sent, or not before it is known which state is stored. */
function isAsked({ isGone, document, epoch, sent }: AccountBase, mine: Project): boolean {
  if (isGone || !document) return isGone === true;
  return epoch === undefined || (!sent && !findChanges(document, mine));
}

/** @returns whether what is here is stored */
async function send(ends: Ends, base: AccountBase = nothingStored, mine: Project): Promise<boolean> {
  const pending = { ...base, sent: base.sent ?? mine };
  if (!base.sent) await ends.writeBase(pending);
  try {
    const written = await ends.store(pending.sent, base);
    if (written) {
      await ends.writeBase(written);
      return pending.sent === mine;
    }
  } catch (error) {
    if (error instanceof CodedError && refusals.includes(error.code))
      await ends.writeBase({ ...base, sent: undefined });
    throw error;
  }
  const stored = await ends.fetch();
  if (stored) await take(ends, pending, stored);
  return false;
}

function take(
  ends: Ends,
  base: AccountBase,
  { document, revision, epoch }: StoredDocument,
): Promise<boolean> {
  const isCertain =
    base.document !== undefined && !base.isGone && epoch === base.epoch && revision >= base.revision;
  const documents = [base.document, base.sent].filter(each => each !== undefined);
  const hasThumbnail = isCertain && base.hasThumbnail;
  return ends.take({ documents, isCertain }, document, { document, revision, epoch, hasThumbnail });
}

/** While the page is in sight. */
const pollMs = 3000;
/** Out of sight, and after failures. */
const slowestPollMs = 60_000;
/** Of so many steps, one asks for a project that was deleted for good. */
const goneSteps = 20;

/** Keeps the projects of a signed-in person on the account as well, and takes over what is changed there from other machines. */
export class AccountSync {
  readonly #editor: Editor;
  readonly #signal: AbortSignal;
  readonly #flush: (base?: AccountBase) => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #steps = 0;
  #areOthersSent = false;

  /** @param signal ends it */
  constructor(editor: Editor, flush: (base?: AccountBase) => Promise<void>, signal: AbortSignal) {
    this.#editor = editor;
    this.#flush = flush;
    this.#signal = signal;
  }

  start(): void {
    const signal = this.#signal;
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

  #plan(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#step(), afterMs);
  }

  async #step(): Promise<void> {
    if (this.#signal.aborted) return;
    const { store } = this.#editor;
    const isWanted = isOnAccount(this.#editor);
    const state = store.getState();
    if (!isWanted) {
      this.#tell(isWanted === undefined && !isUntouched(state) ? 'asks' : undefined);
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
      if (this.#signal.aborted) return;
      if (id === store.getState().project.id) continue;
      try {
        await exchangeAlone(owner, id, findKeptLocal(id));
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
    const { store } = this.#editor;
    const isSame = JSON.stringify(store.getState().keeping.account) === JSON.stringify(account);
    if (!isSame && !this.#signal.aborted) changeKeeping(store, { account });
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'unavailable';
}

/** One that is not open: texts that both sides wrote are offered once it is. */
function findKeptLocal(id: string): Local {
  return {
    read: async () => (await readProject(id))?.project,
    async take(known, theirs, base) {
      const kept = await readProject(id);
      if (!kept) return false;
      const { revision } = kept.project;
      const merged = mergeDocuments(known, kept.project, theirs);
      const project = { ...merged.project, revision };
      const otherTexts = addOtherTexts(kept.otherTexts, merged.otherTexts);
      const { newer } = await writeProject({ ...kept, project, otherTexts }, revision, base);
      return newer === undefined;
    },
  };
}

/** One tab at a time. */
function exchangeAlone(owner: string, id: string, local: Local, asksGone?: boolean): Promise<boolean> {
  const ends: Ends = {
    ...local,
    readBase: () => readRecord('bases', id),
    writeBase: base => writeRecord('bases', id, base),
    fetch: known => fetchProject(id, known),
    store: (document, base) => storeProject(owner, document, base),
  };
  const work = () => exchange(ends, asksGone);
  return navigator.locks ? navigator.locks.request(`benshi.account.${id}`, work) : work();
}
