import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { findChanges } from '#shared/narration/find-changes.ts';
import type { Known } from '#shared/narration/merge-changes.ts';
import type { Project } from '#shared/narration/project.ts';
import type { AccountBase } from './kept-project.ts';

const maxTries = 5;

/** A project of this browser, as it is now. */
export interface Local {
  /** As it is kept, too. */
  read(): Promise<Project | undefined> | Project | undefined;
  /** Merges, and keeps what comes of it together with `base`. @returns false if it has to be read again */
  take(known: Known, theirs: Project, base: AccountBase): Promise<boolean>;
}

export interface StoredDocument {
  readonly document: Project;
  readonly revision: number;
  readonly epoch: string;
}

export interface Account {
  /** @param known undefined is answered where it is stored still. @throws {CodedError} `not_found` */
  fetch(id: string, known?: AccountBase): Promise<StoredDocument | undefined>;
  /** @returns what is stored now; undefined where another state than `base` is stored */
  store(document: Project, base: AccountBase): Promise<AccountBase | undefined>;
}

/** What is known of the account; outlasts the page. */
export interface Bases {
  read(id: string): Promise<AccountBase | undefined>;
  write(id: string, base: AccountBase): Promise<void>;
}

/** The account never had it, as far as is known. */
const nothingStored: AccountBase = { document: undefined, revision: 0, hasThumbnail: false };

/** What is refused so was not stored, and will not be. */
const refusals: readonly ErrorCode[] = ['bad_request', 'forbidden', 'too_large'];

/**
 * Brings a project of this browser and of the account to the same state. A document whose answer was lost may be stored: the same
 * is sent again until that is known.
 * @param asksGone also asks for one that was deleted for good: somebody may have made it anew
 * @returns whether they are in the same state
 */
export async function exchange(
  id: string,
  local: Local,
  ends: { readonly account: Account; readonly bases: Bases },
  asksGone = true,
): Promise<boolean> {
  const { account, bases } = ends;
  for (let tries = 0; tries < maxTries; tries++) {
    const base = await bases.read(id);
    const mine = await local.read();
    if (!mine || (base?.isGone && !asksGone && !isContinued(base, mine))) return false;
    try {
      if (base && isAsked(base, mine)) {
        const stored = await account.fetch(id, base.isGone ? undefined : base);
        if (!stored) return true;
        if (!(await take(local, base, stored))) return false;
      } else if (await send(local, ends, base, mine)) return true;
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'not_found') throw error;
      if (!base?.document) return false;
      const isAnew = isContinued(base, mine);
      // A restored server may have never had it.
      await bases.write(id, isAnew ? nothingStored : { ...base, isGone: true });
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
async function send(
  local: Local,
  { account, bases }: { readonly account: Account; readonly bases: Bases },
  base: AccountBase = nothingStored,
  mine: Project,
): Promise<boolean> {
  const { id } = mine;
  const pending = { ...base, sent: base.sent ?? mine };
  if (!base.sent) await bases.write(id, pending);
  try {
    const written = await account.store(pending.sent, base);
    if (written) {
      await bases.write(id, written);
      return pending.sent === mine;
    }
  } catch (error) {
    if (error instanceof CodedError && refusals.includes(error.code))
      await bases.write(id, { ...base, sent: undefined });
    throw error;
  }
  const stored = await account.fetch(id);
  if (stored) await take(local, pending, stored);
  return false;
}

function take(local: Local, base: AccountBase, stored: StoredDocument): Promise<boolean> {
  const { document, revision, epoch } = stored;
  const isCertain =
    base.document !== undefined && !base.isGone && epoch === base.epoch && revision >= base.revision;
  const documents = [base.document, base.sent].filter(each => each !== undefined);
  const hasThumbnail = isCertain && base.hasThumbnail;
  return local.take({ documents, isCertain }, document, { document, revision, epoch, hasThumbnail });
}
