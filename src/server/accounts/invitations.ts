import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { invitationSeconds } from '#shared/defaults.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { verification } from '../database/schema.ts';

interface InvitationParts {
  readonly queries: Queries;
  readonly secret: string;
}

/**
 * Invites an address, in place of an earlier invitation. The address can be recovered from the database as little as the tokens.
 * @returns two tokens: the one that is only mailed proves the address, and the shown one, a hash of it, does not
 */
export async function invite(parts: InvitationParts, email: string) {
  const mailed = randomBytes(24).toString('base64url');
  const shown = hash(mailed);
  const values = { value: hash(shown), expiresAt: secondsFromNow(invitationSeconds) };
  await parts.queries.transaction(async () => {
    await endInvitation(parts, email);
    const row = { id: randomUUID(), identifier: nameInvitation(parts, email), ...values };
    await parts.queries.insert(verification).values(row);
  });
  return { mailed, shown };
}

export async function isInvited(parts: InvitationParts, email: string): Promise<boolean> {
  return (await findHash(parts, email)) !== undefined;
}

/** @returns undefined if it does not invite this address, or no longer */
export async function readInvitation(
  parts: InvitationParts,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<{ readonly provesAddress: boolean } | undefined> {
  const right = await findHash(parts, email);
  if (right === undefined) return undefined;
  if (right === hash(token)) return { provesAddress: false };
  return right === hash(hash(token)) ? { provesAddress: true } : undefined;
}

export async function endInvitation(parts: InvitationParts, email: string): Promise<void> {
  await parts.queries.delete(verification).where(eq(verification.identifier, nameInvitation(parts, email)));
}

async function findHash(parts: InvitationParts, email: string): Promise<string | undefined> {
  const isOfAddress = eq(verification.identifier, nameInvitation(parts, email));
  const [found] = await parts.queries
    .select({ hash: verification.value })
    .from(verification)
    .where(and(isOfAddress, gt(verification.expiresAt, sql`now()`)));
  return found?.hash;
}

function nameInvitation({ secret }: InvitationParts, email: string): string {
  return createHmac('sha256', secret).update(`invitation to ${email.toLowerCase()}`).digest('base64url');
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
