import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { invitationSchema, newInvitationSchema } from '#shared/api/setup.ts';
import { invitationSeconds } from '#shared/defaults.ts';
import type { PagePath } from '#shared/pages.ts';
import type { Config } from '../config/config.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { accounts, verification } from '../database/schema.ts';
import { type Limit, openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { composeLinkMail, queueMail } from '../mail/mails.ts';

interface InvitationParts {
  readonly queries: Queries;
  readonly secret: string;
}

/**
 * Invites an address, in place of an earlier invitation. The address can be recovered from the database as little as the tokens.
 * @returns two tokens: the one that is only mailed proves the address, and the shown one, a hash of it, does not
 */
async function invite(parts: InvitationParts, email: string) {
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

interface InvitationRouteParts extends InvitationParts {
  readonly config: Pick<Config, 'smtpUrl'>;
  readonly queue: JobQueue;
  readonly getPublicUrl: () => string;
  /** Admits whoever runs this server. */
  readonly access: Limit;
}

export function addInvitationRoute(routes: Routes, { access, getPublicUrl, ...parts }: InvitationRouteParts) {
  const { queries, config } = parts;
  routes.add({
    method: 'POST',
    url: '/api/setup/invitations',
    schema: {
      summary: 'Invite an address to a server that takes nobody new',
      body: newInvitationSchema,
      response: { 200: invitationSchema },
    },
    guards: { ...openToAll, limit: access },
    async handler({ body: { email } }) {
      const found = await queries.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
      if (found.length > 0) return { isMailed: false };
      const { shown, mailed } = await invite(parts, email);
      const link = (token: string) =>
        `${getPublicUrl()}${'/register' satisfies PagePath}?invitation=${token}`;
      const isMailed = config.smtpUrl !== undefined;
      if (isMailed)
        await queueMail(parts, {
          recipient: email,
          uid: null,
          ...composeLinkMail('invitation', link(mailed)),
        });
      return { url: link(shown), isMailed };
    },
  });
}

function nameInvitation({ secret }: InvitationParts, email: string): string {
  return createHmac('sha256', secret).update(`invitation to ${email.toLowerCase()}`).digest('base64url');
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
