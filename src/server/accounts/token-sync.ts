import type { BetterAuthOptions } from 'better-auth';
import { lt } from 'drizzle-orm';
import { LoggedCause } from '#shared/errors.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { session as sessions } from '../database/schema.ts';
import type { Job, JobQueue } from '../jobs/job-queue.ts';

type TokenSync = NonNullable<Config['tokenSync']>;

interface SyncParts {
  readonly queries: Queries;
  readonly config: Pick<Config, 'tokenSync'>;
  readonly queue: JobQueue;
}

/** Hooks for the start and end of sessions: remove the client address, and notify the other server, if there is one. */
export function hookSessions(parts: SyncParts) {
  const { queries } = parts;
  return {
    create: {
      before: async data => ({ data: { ...data, ipAddress: null, userAgent: null } }),
      after: async session => {
        await reportSession(parts, 'sign-in', session);
        await queries.delete(sessions).where(lt(sessions.expiresAt, new Date()));
      },
    },
    delete: { after: session => reportSession(parts, 'sign-out', session) },
  } satisfies NonNullable<BetterAuthOptions['databaseHooks']>['session'];
}

export async function reportSession(
  { config, queue }: Pick<SyncParts, 'config' | 'queue'>,
  event: 'sign-in' | 'sign-out',
  session: { readonly id: string; readonly userId: string },
): Promise<void> {
  if (!config.tokenSync) return;
  const at = new Date().toISOString();
  await queue.send('token-sync', { event, uid: session.userId, sessionId: session.id, at });
}

/** The claims of a token; the receiver verifies it with the keys at `/api/auth/jwks`. */
export interface TokenClaims {
  readonly sub: string;
  /** The session, so that its end can be matched. */
  readonly sid: string;
  /** Issued at, and expires at, in seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

const timeoutMs = 10_000;

/**
 * Notifies the other server: POST after a sign-in, DELETE after a sign-out, each with a signed token. Skips expired ones.
 * @throws when the other server fails or refuses, so that the job is retried
 */
export async function deliverToken(
  { url, maxAgeSeconds }: TokenSync,
  sign: (claims: TokenClaims) => Promise<string>,
  { data }: Pick<Job<'token-sync'>, 'data'>,
): Promise<void> {
  const iat = Math.floor(Date.parse(data.at) / 1000);
  const exp = iat + maxAgeSeconds;
  if (Date.now() / 1000 >= exp) return;
  const token = await sign({ sub: data.uid, sid: data.sessionId, iat, exp });
  const answer = await fetch(url, {
    method: data.event === 'sign-in' ? 'POST' : 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new LoggedCause(`The other server answered with ${answer.status}.`);
}
