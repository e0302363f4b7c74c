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

/**
 * What the token of a link is worth to somebody with this address; without a token, whether the address is invited.
 * @returns undefined for no invitation, or one that ended
 */
export async function readInvitation(parts: InvitationParts, email: string, token?: string) {
  const isOfAddress = eq(verification.identifier, nameInvitation(parts, email));
  const [found] = await parts.queries
    .select({ hash: verification.value })
    .from(verification)
    .where(and(isOfAddress, gt(verification.expiresAt, sql`now()`)));
  if (!found) return undefined;
  if (token === undefined || found.hash === hash(token)) return { provesAddress: false };
  return found.hash === hash(hash(token)) ? { provesAddress: true } : undefined;
}

export async function endInvitation(parts: InvitationParts, email: string): Promise<void> {
  await parts.queries.delete(verification).where(eq(verification.identifier, nameInvitation(parts, email)));
}

function nameInvitation({ secret }: InvitationParts, email: string): string {
  return createHmac('sha256', secret).update(`invitation to ${email.toLowerCase()}`).digest('base64url');
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
