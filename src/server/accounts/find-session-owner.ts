import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { and, eq, gt } from 'drizzle-orm';
import { session, user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import type { Account } from '../guards/guards.ts';

/** Name and signature key of better-auth's session cookie. */
export interface SessionCookie {
  readonly name: string;
  readonly secret: string;
}

/**
 * The account of a session, from the `Cookie` header. One query, none without a token signed by this server. Does the
 * same as better-auth's `getSession` in less than half the time, as every guarded call needs it.
 */
export async function findSessionOwner(
  queries: Queries,
  header: string,
  cookie: SessionCookie,
): Promise<Account | undefined> {
  const token = readSignedToken(header, cookie);
  if (token === undefined) return undefined;
  const [owner] = await queries
    .select({ uid: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.token, token), gt(session.expiresAt, new Date())));
  return owner;
}

/** The token, if its suffix is its HMAC-SHA256 in base64, as better-auth writes it. */
function readSignedToken(header: string, { name, secret }: SessionCookie): string | undefined {
  const value = parseCookies(header).get(name) ?? '';
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const right = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}
