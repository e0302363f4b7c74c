import { and, eq, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Config } from '../config/config.ts';
import { account, session, user, verification } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { contactMessages, feedback, mails, premiumMembers, stripePurchases } from '../database/schema.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobName, JobQueue, Jobs } from '../jobs/job-queue.ts';
import { reportSession } from './token-sync.ts';

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
    // A second request waits here and then finds no row.
    const [person] = await queries.select().from(user).where(eq(user.id, uid)).for('update');
    if (!person) return;
    await forgetJobs(queue, person.email, uid);
    const sessions = await queries.select().from(session).where(eq(session.userId, uid));
    for (const each of sessions) await reportSession(parts, 'sign-out', each);
    // Links for password reset or sign-in.
    await queries.delete(verification).where(eq(verification.value, uid));
    if (person.emailVerified) await deleteByAddress(queries, person.email);
    await queries.delete(user).where(eq(user.id, uid));
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
export function findByAddress(email: string) {
  return {
    contactMessages: isAddress(contactMessages.guestEmail, email),
    feedback: isAddress(feedback.email, email),
    /** Contact mails that are not sent yet; sent ones no longer contain the sender. */
    writtenMails: isAddress(mails.replyToAddress, email),
    premiumMembership: eq(premiumMembers.email, email.toLowerCase()),
    purchases: eq(stripePurchases.email, email.toLowerCase()),
  };
}

/** People write their address in any case. */
function isAddress(column: PgColumn, email: string): SQL {
  return sql`lower(${column}) = lower(${email})`;
}

/** The identity that Google confirmed. */
interface Proof {
  readonly email: string;
  readonly sub: string;
}

/**
 * Deletes an account with an unverified address once Google has verified the address for somebody: the account may not belong to the owner
 * of the address, so nothing of it may be merged. If this Google identity already has another account, nothing is deleted.
 */
export async function removeUnverifiedAccount(parts: DeletionParts, { email, sub }: Proof): Promise<void> {
  const { queries } = parts;
  const isKnown = queries
    .select()
    .from(account)
    .where(and(eq(account.providerId, 'google'), eq(account.accountId, sub)));
  const [found] = await queries
    .select({ uid: user.id })
    .from(user)
    .where(and(eq(user.email, email.toLowerCase()), eq(user.emailVerified, false), notExists(isKnown)));
  if (found) await deleteAccount(parts, found.uid);
}
