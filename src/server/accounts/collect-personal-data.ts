import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#shared/api/personal-data.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { personalDataNotes } from '#shared/messages/personal-data-notes.ts';
import type { Plan } from '#shared/plans.ts';
import { account, session, user, verification } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { apiTokens, comments, projects, projectVersions, shares } from '../database/project-schema.ts';
import {
  contactMessages,
  feedback,
  knownPlaces,
  mails,
  premiumMembers,
  providerCosts,
  stripePurchases,
  users,
} from '../database/schema.ts';
import { findByAddress } from './delete-account.ts';
import { listPronunciations } from './own-pronunciations.ts';

interface ExportedAccount {
  readonly uid: string;
  readonly plan: Plan;
}

/**
 * Everything stored about a person, from one database snapshot, without secrets that open the account.
 * @throws CodedError `unauthorized` when the account is gone
 */
export function collectPersonalData(queries: Queries, { uid, plan }: ExportedAccount): Promise<PersonalData> {
  const collect = async () => {
    const [person] = await queries.select().from(user).where(eq(user.id, uid));
    if (!person) throw new CodedError('unauthorized');
    const [profile] = await queries.select().from(users).where(eq(users.uid, uid));
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
  const methods = await queries.select().from(account).where(eq(account.userId, uid));
  const sessions = await queries.select().from(session).where(eq(session.userId, uid));
  const links = await queries.select().from(verification).where(eq(verification.value, uid));
  const places = await queries.select().from(knownPlaces).where(eq(knownPlaces.uid, uid));
  const costs = await queries.select().from(providerCosts).where(eq(providerCosts.uid, uid));
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
    ...(await collectProjects(queries, uid)),
    ...(await collectTokens(queries, uid)),
    pronunciations: await listPronunciations(queries, uid),
  };
}

async function collectProjects(queries: Queries, uid: string) {
  const own = await queries.select().from(projects).where(eq(projects.uid, uid));
  const versions = await queries.select().from(projectVersions).where(eq(projectVersions.uid, uid));
  const links = await queries.select().from(shares).where(eq(shares.uid, uid));
  const remarks = await queries.select().from(comments).where(eq(comments.uid, uid));
  return {
    projects: own.map(({ id, title, folder, document, thumbnail, createdAt, updatedAt, deletedAt }) => ({
      ...writeTimes({ id, title, folder, createdAt, updatedAt, deletedAt }),
      document,
      thumbnail: thumbnail && Buffer.from(thumbnail).toString('base64'),
    })),
    projectVersions: versions.map(({ projectId, document, savedAt }) => ({
      ...writeTimes({ projectId, savedAt }),
      document,
    })),
    reviewLinks: links.map(({ id: _id, uid: _uid, key: _key, ...link }) => writeTimes(link)),
    comments: remarks.map(({ id: _id, uid: _uid, shareId: _shareId, ...remark }) => writeTimes(remark)),
  };
}

async function collectTokens(queries: Queries, uid: string) {
  const tokens = await queries.select().from(apiTokens).where(eq(apiTokens.uid, uid));
  return {
    apiTokens: tokens.map(({ name, scopes, createdAt, usedAt, calls, nanodollars }) => ({
      ...writeTimes({ name, createdAt, usedAt }),
      scopes,
      calls,
      dollars: nanodollars / 1e9,
    })),
  };
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

/** A row with its times in ISO format. */
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
