import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PersonalData } from '#shared/api/privacy.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { personalDataNotes } from '#shared/messages/personal-data-notes.ts';
import type { Plan } from '#shared/plans.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import {
  accounts,
  apiTokens,
  comments,
  contactMessages,
  feedback,
  knownPlaces,
  mails,
  premiumMembers,
  profiles,
  projects,
  projectVersions,
  pronunciations,
  providerCosts,
  session,
  shares,
  signInMethods,
  stripePurchases,
  verification,
} from '../database/schema.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobName, JobQueue, Jobs } from '../jobs/job-queue.ts';
import { type PackedJson, unpackText } from '../projects/packed-json.ts';
import { reportSession } from './token-sync.ts';

interface ExportedAccount {
  readonly uid: string;
  readonly plan: Plan;
}

type Collected = Omit<PersonalData, 'projects' | 'projectVersions'>;

/**
 * Everything stored about a person, without secrets that open the account, as a JSON of {@link PersonalData} in pieces: documents of
 * projects are read one after another, so that they are never in memory together. Everything else is from one database snapshot.
 * @throws CodedError `unauthorized` when the account is gone
 */
export async function printPersonalData(
  queries: Queries,
  account: ExportedAccount,
): Promise<AsyncIterable<string>> {
  const collected = await collectPersonalData(queries, account);
  const [own, versions] = [projects, projectVersions];
  const ofOwn = eq(own.uid, account.uid);
  const ofVersions = eq(versions.uid, account.uid);
  const ids = await queries.select({ id: own.id }).from(own).where(ofOwn);
  const keys = await queries
    .select({ projectId: versions.projectId, revision: versions.revision })
    .from(versions)
    .where(ofVersions);
  const loadProject = async ({ id }: (typeof ids)[number]) => {
    const found = await queries
      .select()
      .from(own)
      .where(and(ofOwn, eq(own.id, id)));
    return found.map(({ title, folder, document, thumbnail, createdAt, updatedAt, deletedAt }) => ({
      ...writeTimes({ id, title, folder, createdAt, updatedAt, deletedAt }),
      thumbnail: thumbnail && Buffer.from(thumbnail).toString('base64'),
      document,
    }));
  };
  const loadVersion = async ({ projectId, revision }: (typeof keys)[number]) => {
    const ofKey = and(ofVersions, eq(versions.projectId, projectId), eq(versions.revision, revision));
    const found = await queries.select().from(versions).where(ofKey);
    return found.map(({ document, savedAt }) => ({ ...writeTimes({ projectId, savedAt }), document }));
  };
  return (async function* () {
    yield JSON.stringify(collected).slice(0, -1);
    yield* printList('projects', ids, loadProject);
    yield* printList('projectVersions', keys, loadVersion);
    yield '}';
  })();
}

/** @param load nothing for what was deleted meanwhile */
async function* printList<Key>(
  name: string,
  keys: readonly Key[],
  load: (key: Key) => Promise<readonly { readonly document: PackedJson }[]>,
) {
  yield `,"${name}":[`;
  let comma = '';
  for (const key of keys)
    for (const { document, ...row } of await load(key)) {
      yield `${comma}${JSON.stringify(row).slice(0, -1)},"document":${await unpackText(document)}}`;
      comma = ',';
    }
  yield ']';
}

function collectPersonalData(queries: Queries, { uid, plan }: ExportedAccount): Promise<Collected> {
  const collect = async () => {
    const [person] = await queries.select().from(accounts).where(eq(accounts.id, uid));
    if (!person) throw new CodedError('unauthorized');
    const [profile] = await queries.select().from(profiles).where(eq(profiles.uid, uid));
    const { name, email, emailVerified } = person;
    return {
      exportedAt: new Date().toISOString(),
      notes: writeNotes(email, emailVerified),
      account: { uid, name, email, emailVerified, ...describeAge(person), plan },
      profile: profile ?? null,
      ...(await collectOfAccount(queries, uid)),
      ...(await collectOfAddress(queries, emailVerified ? email : undefined)),
    };
  };
  return queries.transaction(collect, { isolationLevel: 'repeatable read' });
}

async function collectOfAccount(queries: Queries, uid: string) {
  const methods = await queries.select().from(signInMethods).where(eq(signInMethods.userId, uid));
  const sessions = await queries.select().from(session).where(eq(session.userId, uid));
  const links = await queries.select().from(verification).where(eq(verification.value, uid));
  const places = await queries.select().from(knownPlaces).where(eq(knownPlaces.uid, uid));
  const costs = await queries.select().from(providerCosts).where(eq(providerCosts.uid, uid));
  const reviewLinks = await queries.select().from(shares).where(eq(shares.uid, uid));
  const remarks = await queries.select().from(comments).where(eq(comments.uid, uid));
  const tokens = await queries.select().from(apiTokens).where(eq(apiTokens.uid, uid));
  const posted = await queries.select().from(mails).where(eq(mails.uid, uid)).orderBy(asc(mails.createdAt));
  return {
    signInMethods: methods.map(method => ({
      provider: method.providerId,
      accountId: method.accountId,
      hasPassword: method.password !== null,
      ...describeAge(method),
    })),
    sessions: sessions.map(each => ({ ...describeAge(each), expiresAt: each.expiresAt.toISOString() })),
    knownPlaces: places.map(({ kind, since, endsAt }) => writeTimes({ kind, since, endsAt })),
    mailedLinks: links.map(({ createdAt, expiresAt }) => writeTimes({ createdAt, expiresAt })),
    mails: posted.map(({ recipient, createdAt, sentAt }) => writeTimes({ recipient, createdAt, sentAt })),
    providerCosts: costs.map(readCosts),
    reviewLinks: reviewLinks.map(({ id: _id, uid: _uid, key: _key, ...link }) => writeTimes(link)),
    comments: remarks.map(({ id: _id, uid: _uid, shareId: _shareId, ...remark }) => writeTimes(remark)),
    apiTokens: tokens.map(({ name, scopes, createdAt, usedAt, calls, nanodollars }) => ({
      ...writeTimes({ name, createdAt, usedAt }),
      scopes,
      calls,
      dollars: nanodollars / 1e9,
    })),
    pronunciations: await listPronunciations(queries, uid),
  };
}

/** By language and word. */
export function listPronunciations(queries: Queries, uid: string): Promise<OwnPronunciation[]> {
  const { language, term, say } = pronunciations;
  return queries
    .select({ language, term, say })
    .from(pronunciations)
    .where(eq(pronunciations.uid, uid))
    .orderBy(asc(language), asc(term));
}

function readCosts({
  uid: _uid,
  latestWork: _work,
  soundMilliseconds,
  nanodollars,
  latestNanodollars,
  ...costs
}: typeof providerCosts.$inferSelect) {
  return {
    ...writeTimes(costs),
    soundSeconds: soundMilliseconds / 1000,
    dollars: nanodollars / 1e9,
    latestDollars: latestNanodollars / 1e9,
  };
}

/** @param email undefined if not verified; then nothing is found */
async function collectOfAddress(queries: Queries, email: string | undefined) {
  if (email === undefined)
    return { premiumMembership: null, purchases: [], contactMessages: [], feedback: [] };
  const found = findByAddress(email);
  const [member] = await queries.select().from(premiumMembers).where(found.premiumMembership);
  const bought = await queries.select().from(stripePurchases).where(found.purchases);
  const messages = await queries.select().from(contactMessages).where(found.contactMessages);
  const opinions = await queries.select().from(feedback).where(found.feedback);
  return {
    premiumMembership: member ? writeTimes(member) : null,
    purchases: bought.map(writeTimes),
    contactMessages: messages.map(({ id: _id, ...message }) => writeTimes(message)),
    feedback: opinions.map(({ id: _id, ...opinion }) => writeTimes(opinion)),
  };
}

function describeAge({ createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date }) {
  return writeTimes({ createdAt, updatedAt });
}

type WithTimes<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Row[Column] extends Date | null
      ? string | null
      : Row[Column];
};

function writeTimes<Row extends object>(row: Row): WithTimes<Row> {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(columns) as WithTimes<Row>;
}

function writeNotes(email: string, isVerified: boolean): string[] {
  return [
    t(personalDataNotes.secrets),
    t(personalDataNotes.mails),
    t(personalDataNotes.counts),
    t(personalDataNotes.narrations),
    t(isVerified ? personalDataNotes.foundByAddress : personalDataNotes.notFoundByAddress, { email }),
  ];
}

export interface DeletionParts {
  readonly work: Pick<RunningWork, 'endWorkOf'>;
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly config: Pick<Config, 'tokenSync'>;
}

/**
 * Deletes an account and everything stored about the person, in one transaction. Profile, sessions, ways to sign in and mails are deleted
 * with the account's row. Running work of this process for it ends before. Does nothing if the account is gone.
 */
export async function deleteAccount(parts: DeletionParts, uid: string): Promise<void> {
  const { queries, queue, work } = parts;
  await work.endWorkOf({ uid }, fill(accountErrors.deleted));
  await queries.transaction(async () => {
    // Lock the account's row; a second request then finds none.
    const [person] = await queries.select().from(accounts).where(eq(accounts.id, uid)).for('update');
    if (!person) return;
    await forgetJobs(queue, person.email, uid);
    const sessions = await queries.select().from(session).where(eq(session.userId, uid));
    for (const each of sessions) await reportSession(parts, 'sign-out', each);
    // Links for password reset or sign-in.
    await queries.delete(verification).where(eq(verification.value, uid));
    if (person.emailVerified) await deleteByAddress(queries, person.email);
    await queries.delete(accounts).where(eq(accounts.id, uid));
  });
  // Work that started in between.
  await work.endWorkOf({ uid }, fill(accountErrors.deleted));
}

/** How each kind of job refers to a person; a new kind does not compile without an entry. */
type JobMarks = { readonly [Name in JobName]: Partial<Jobs[Name]> | 'names nobody' };

async function forgetJobs(queue: JobQueue, email: string, uid: string): Promise<void> {
  const marks: JobMarks = {
    'password-reset': { email },
    'lockout-mail': { email },
    'token-sync': { uid },
    // The mail's row is deleted with the account, so nothing is sent.
    mail: 'names nobody',
    sweep: 'names nobody',
  };
  for (const name of Object.keys(marks) as JobName[]) {
    const mark = marks[name];
    if (mark !== 'names nobody') await queue.forget(name, mark);
  }
}

async function deleteByAddress(queries: Queries, email: string): Promise<void> {
  const found = findByAddress(email);
  await queries.delete(contactMessages).where(found.contactMessages);
  await queries.delete(feedback).where(found.feedback);
  await queries.delete(mails).where(found.writtenMails);
  await queries.delete(premiumMembers).where(found.premiumMembership);
  // Stripe's later events about a purchase contain no e-mail address.
  await queries.delete(stripePurchases).where(found.purchases);
}

/**
 * Data found by e-mail address only. Used only once the account's address is verified: else anybody could register a
 * stranger's address, and read or delete the stranger's data.
 */
function findByAddress(email: string) {
  return {
    contactMessages: isAddress(contactMessages.guestEmail, email),
    feedback: isAddress(feedback.email, email),
    /** Contact mails that are not sent yet; sent ones no longer contain the sender. */
    writtenMails: isAddress(mails.replyToAddress, email),
    premiumMembership: eq(premiumMembers.email, email.toLowerCase()),
    purchases: eq(stripePurchases.email, email.toLowerCase()),
  };
}

function isAddress(column: PgColumn, email: string): SQL {
  return sql`lower(${column}) = lower(${email})`;
}
