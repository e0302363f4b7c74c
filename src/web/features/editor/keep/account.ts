import {
  type ProjectsAnswer,
  projectAnswerSchema,
  projectsAnswerSchema,
  projectWrittenSchema,
  versionAnswerSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { maxThumbnailBytes } from '#shared/limits.ts';
import { findChanges, isSame } from '#shared/narration/find-changes.ts';
import { type Known, mergeDocuments } from '#shared/narration/merge-changes.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer, getAnswer } from '../../../lib/call-server.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import type { Editor } from '../model/editor.ts';
import { type AccountKeeping, changeKeeping } from '../model/editor-state.ts';
import { isUntouched } from '../model/select.ts';
import {
  type AccountBase,
  type KeptProject,
  listProjects,
  readProject,
  readRecord,
  writeProject,
  writeRecord,
} from './database.ts';
import { addOtherTexts, takeDocument } from './elsewhere.ts';
import { toKept } from './kept-projects.ts';

export interface StoredDocument {
  readonly document: Project;
  readonly revision: number;
  readonly epoch: string;
}

const choiceKey = (owner: string) => `benshi.account.${owner}`;
const thumbnailKey = (owner: string) => `benshi.thumbnails.${owner}`;

/** Whether a person wants their projects on the account; undefined until they were asked in this browser. */
export function isOnAccount({ owner }: Pick<Editor, 'owner'>): boolean | undefined {
  const choice = readItem(choiceKey(owner));
  return choice === undefined ? undefined : choice === 'yes';
}

/** What this browser keeps stays in it, and what the account has on the account. */
export function chooseAccount({ owner }: Editor, isWanted: boolean): void {
  keepItem(choiceKey(owner), isWanted ? 'yes' : 'no');
  synchroniseSoon();
}

export const wantsThumbnails = (owner: string): boolean => readItem(thumbnailKey(owner)) !== 'no';

export async function chooseThumbnails({ owner }: Editor, isWanted: boolean): Promise<void> {
  keepItem(thumbnailKey(owner), isWanted ? 'yes' : 'no');
  if (!isWanted) await call('DELETE', '/api/projects/thumbnails');
  for (const { id } of await listProjects(owner)) {
    const base = await readRecord('bases', id);
    if (base) await writeRecord('bases', id, { ...base, hasThumbnail: false });
  }
}

export function synchroniseSoon(): void {
  dispatchEvent(new Event('benshi:account'));
}

export const pathOf = (id: string) => `/api/projects/${encodeURIComponent(id.toWellFormed())}`;

function call(method: string, path: string, body?: object): Promise<Response> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return callServer(path, { method, ...json });
}

/** @param known undefined is answered where it is stored still @throws {CodedError} `not_found` where it is gone */
async function fetchProject(id: string, known?: AccountBase): Promise<StoredDocument | undefined> {
  const { epoch, revision } = known ?? {};
  const headers = epoch === undefined ? {} : { 'if-none-match': `"${epoch}.${revision}"` };
  const response = await callServer(pathOf(id), { headers });
  if (response.status === 304) return undefined;
  const answer = projectAnswerSchema.parse(await response.json());
  return { ...answer, document: openProject(answer.document) };
}

/** @returns what the account has now; undefined where it has another state than `base` */
async function storeProject(
  owner: string,
  document: Project,
  { revision, epoch, hasThumbnail }: AccountBase,
): Promise<AccountBase | undefined> {
  const thumbnail = await findThumbnail(owner, document.id, hasThumbnail);
  try {
    const response = await call('PUT', pathOf(document.id), { document, base: revision, epoch, thumbnail });
    const written = projectWrittenSchema.parse(await response.json());
    return {
      ...written,
      document,
      hasThumbnail: thumbnail === undefined ? hasThumbnail : thumbnail !== null,
    };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'conflict') return undefined;
    throw error;
  }
}

/** In base64, once; null where a person does not want it any more. */
async function findThumbnail(
  owner: string,
  id: string,
  isStored: boolean,
): Promise<string | null | undefined> {
  if (!wantsThumbnails(owner)) return isStored ? null : undefined;
  const picture = isStored ? undefined : await readRecord('pictures', id).catch(() => undefined);
  if (!picture || picture.size > maxThumbnailBytes) return undefined;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

export interface ListFilter {
  readonly search: string;
  readonly folder: string | undefined;
  readonly isTrash: boolean;
}

const maxListed = 200;

export function listOnAccount({ search, folder, isTrash }: ListFilter): Promise<ProjectsAnswer> {
  const query = new URLSearchParams({ limit: String(maxListed), trash: String(isTrash) });
  if (search) query.set('search', search);
  if (folder !== undefined) query.set('folder', folder);
  return getAnswer(`/api/projects?${query}`, projectsAnswerSchema);
}

/** @throws {CodedError} `not_found` */
export async function bringHere(editor: Editor, id: string): Promise<KeptProject> {
  const stored = await fetchProject(id);
  if (!stored) throw new CodedError('not_found');
  const { document, revision, epoch } = stored;
  const kept = toKept(editor, document);
  await writeProject(kept, undefined, { document, revision, epoch, hasThumbnail: true });
  return kept;
}

export const moveToTrash = (id: string) => call('DELETE', pathOf(id));

export const removeForGood = (id: string) => call('DELETE', `${pathOf(id)}?forGood=true`);

export const place = (id: string, change: { folder?: string; isInTrash?: boolean }) =>
  call('PATCH', pathOf(id), change);

export const listVersions = (id: string) => getAnswer(`${pathOf(id)}/versions`, versionsAnswerSchema);

/** The state of now is kept as a version, too, unless one was kept just before. */
export async function restoreVersion(editor: Editor, id: string, revision: number): Promise<void> {
  const version = await getAnswer(`${pathOf(id)}/versions/${revision}`, versionAnswerSchema);
  const document = openProject(version.document);
  const { store } = editor;
  const { project } = store.getState();
  if (project.id === id) takeDocument(store, { documents: [project], isCertain: true }, document);
  else await writeProject({ ...(await bringHere(editor, id)), project: document });
  synchroniseSoon();
}

const maxTries = 5;

interface Local {
  read(): Promise<Project | undefined> | Project | undefined;
  /** Merges, and keeps what comes of it together with `base`. @returns false if it has to be read again */
  take(known: Known, theirs: Project, base: AccountBase): Promise<boolean>;
}

interface Ends extends Local {
  readBase(): Promise<AccountBase | undefined>;
  writeBase(base: AccountBase): Promise<void>;
  fetch: (known?: AccountBase) => ReturnType<typeof fetchProject>;
  store(document: Project, base: AccountBase): ReturnType<typeof storeProject>;
}

const nothingStored: AccountBase = { revision: 0, hasThumbnail: false };

/** What is refused so was not stored, and will not be. */
const refusals: readonly ErrorCode[] = ['bad_request', 'forbidden', 'too_large'];

/**
 * Brings a project of this browser and of the account to the same state: where an answer was lost, the same is sent again until that is
 * known. @param asksGone also asks for one that was deleted for good @returns whether they are in the same state
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

type Flush = (base?: AccountBase) => Promise<void>;

/** Keeps the projects of a signed-in person on the account as well, and takes over what is changed there from other machines. */
export function followAccount(editor: Editor, flush: Flush, signal: AbortSignal): void {
  const { store } = editor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [failures, steps] = [0, 0];
  let areOthersSent = false;
  const plan = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(async () => signal.aborted || plan(await step()), afterMs);
  };
  const tell = (account: AccountKeeping | undefined) => {
    if (!isSame(store.getState().keeping.account, account) && !signal.aborted)
      changeKeeping(store, { account });
  };
  /** @returns after how many milliseconds the next one comes */
  const step = async (): Promise<number> => {
    const isWanted = isOnAccount(editor);
    const state = store.getState();
    const { id } = state.project;
    if (!isWanted) tell(isWanted === undefined && !isUntouched(state) ? 'asks' : undefined);
    // Of several tabs with a project, those in sight speak for it.
    if (!isWanted || !state.isShown || (document.hidden && state.keeping.isOpenElsewhere)) return pollMs;
    try {
      const asksGone = steps++ % goneSteps === 0;
      const isStored = !isUntouched(state) && (await exchangeOpen(editor, flush, id, asksGone));
      if (!areOthersSent) {
        areOthersSent = true;
        await sendOthers(editor, signal).catch(error => {
          areOthersSent = false;
          throw error;
        });
      }
      failures = 0;
      // Another one may have been opened meanwhile.
      if (store.getState().project.id !== id) return 0;
      tell(isStored ? 'saved' : undefined);
    } catch (error) {
      failures += 1;
      if (!isOffline(error)) noteFailure(error);
      tell(isOffline(error) ? 'offline' : { failure: describeFailure(error) });
    }
    return document.hidden ? slowestPollMs : Math.min(slowestPollMs, pollMs * 2 ** failures);
  };
  const soon = () => {
    steps = 0;
    plan(0);
  };
  const anew = () => {
    areOthersSent = false;
    soon();
  };
  addEventListener('online', soon, { signal });
  document.addEventListener('visibilitychange', soon, { signal });
  addEventListener('benshi:account', anew, { signal });
  soon();
}

function exchangeOpen({ store, owner }: Editor, flush: Flush, id: string, asksGone: boolean) {
  const findOpen = () => {
    const { project } = store.getState();
    return project.id === id ? project : undefined;
  };
  const local: Local = {
    // What was sent must not be newer than what a page that crashes leaves.
    read: async () => {
      await flush();
      return findOpen();
    },
    take: async (known, theirs, base) => {
      if (!findOpen()) return false;
      takeDocument(store, known, theirs);
      await flush(base);
      return true;
    },
  };
  return exchangeAlone(owner, id, local, asksGone);
}

/** What was changed while nobody was signed in, or before the person chose the account. One that is refused stays in this browser. */
async function sendOthers({ store, owner }: Editor, signal: AbortSignal): Promise<void> {
  for (const { id } of await listProjects(owner)) {
    if (signal.aborted) return;
    if (id === store.getState().project.id) continue;
    try {
      await exchangeAlone(owner, id, findKeptLocal(id));
    } catch (error) {
      if (isOffline(error)) throw error;
      noteFailure(error);
    }
  }
}

const isOffline = (error: unknown): boolean => error instanceof CodedError && error.code === 'unavailable';

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
