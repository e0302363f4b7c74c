import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#shared/api/personal-data.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { personalDataNotes } from '#shared/messages/personal-data-notes.ts';
import type { Plan } from '#shared/plans.ts';
import { account, session, user, verification } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
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
import { findByAddress } from './find-by-address.ts';

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
      account: { uid, name, email, emailVerified, ...describeTimes(person), plan },
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
      ...describeTimes(method),
    })),
    sessions: sessions.map(each => ({ ...describeTimes(each), expiresAt: each.expiresAt.toISOString() })),
    knownPlaces: places.map(({ kind, since, endsAt }) => ({
      kind,
      since: since.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    mailedLinks: links.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    mails: posted.map(({ recipient, createdAt, sentAt }) => ({
      recipient,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    providerCosts: costs.map(readCosts),
  };
}

function readCosts({
  uid: _uid,
  latestWork: _work,
  soundMilliseconds,
  nanodollars,
  latestNanodollars,
  latestAt,
  ...costs
}: typeof providerCosts.$inferSelect) {
  return {
    ...costs,
    soundSeconds: soundMilliseconds / 1000,
    dollars: nanodollars / 1e9,
    latestDollars: latestNanodollars / 1e9,
    latestAt: latestAt.toISOString(),
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
    premiumMembership: member ? { ...member, since: member.since.toISOString() } : null,
    purchases: bought.map(({ paidAt, statusAt, ...purchase }) => ({
      ...purchase,
      paidAt: paidAt?.toISOString() ?? null,
      statusAt: statusAt?.toISOString() ?? null,
    })),
    contactMessages: messages.map(({ id: _id, createdAt, ...message }) => ({
      createdAt: createdAt.toISOString(),
      ...message,
    })),
    feedback: opinions.map(({ id: _id, createdAt, ...opinion }) => ({
      createdAt: createdAt.toISOString(),
      ...opinion,
    })),
  };
}

function describeTimes({ createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date }) {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
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
