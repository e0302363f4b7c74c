import { createHmac, randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { and, desc, eq, gt, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { FastifySchema } from 'fastify';
import { CodedError, refuse } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import type { Config } from '../config/config.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { knownPlaces, signInMethods } from '../database/schema.ts';
import { type Account, openToAll } from '../guards/guards.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { DailyLimits } from '../limits/count-daily-use.ts';
import {
  type AccountLimits,
  type RecentTries,
  refuseTry,
  type TryLimit,
  takeTry,
} from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { Plans } from '../plans/plans.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Accounts } from './accounts.ts';
import { createAuth, sendWebResponse } from './create-auth.ts';

export interface AccountParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly dailyLimits: DailyLimits;
  readonly recentTries: RecentTries;
  readonly accountLimits: AccountLimits;
  readonly knownPlaces: KnownPlaces;
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly projects: ProjectStore;
  readonly queue: JobQueue;
  readonly work: Pick<RunningWork, 'endWorkOf'>;
}

export async function hasPassword(queries: Queries, uid: string): Promise<boolean> {
  const isPassword = and(eq(signInMethods.userId, uid), isNotNull(signInMethods.password));
  return (await queries.$count(signInMethods, isPassword)) > 0;
}

/** better-auth counts these calls itself. */
export const limitedByBetterAuth = {
  ...openToAll,
  limit: { askedBy: createAuth },
  atOnce: 'password',
} as const;

/** For calls of better-auth's client, which expects errors in better-auth's format. */
export function forAuthClient<const Schema extends FastifySchema>(
  summary: string,
  schema: Schema,
  statuses = [200],
) {
  return { config: { isForAuthClient: true, statuses }, schema: { summary, tags: ['accounts'], ...schema } };
}

interface Attempt {
  readonly request: Request;
  readonly email: string;
  readonly offersSignInLink: boolean;
}

interface Counted {
  readonly what: readonly string[];
  readonly limit: TryLimit;
  readonly isOfAccount: boolean;
  /** Whether the right password resets the place's own failures; not for places shared with others. */
  readonly isReset: boolean;
}

/**
 * Counts a sign-in attempt before the password is checked, so that parallel attempts have no advantage, and refunds it if the password was
 * right or never checked. Accounts that do not exist are counted the same.
 * @param signIn resolves with the HTTP status of the answer
 * @throws CodedError `rate_limited`
 */
export async function limitSignIn<Answer extends { readonly status: number }>(
  parts: AccountParts,
  attempt: Attempt,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const counted = await chooseCounts(parts, attempt);
  await takeAll(parts, counted, attempt);
  const answer = await signIn();
  if (answer.status !== 401) await refundAll(parts, counted);
  if (answer.status < 300) await forgetOwn(parts, counted);
  return answer;
}

/**
 * The same for a password of the signed-in user, who gets no sign-in link.
 * @throws CodedError `forbidden` for a wrong one, `rate_limited`
 */
export async function limitOwnPassword<Answer extends { readonly status: number }>(
  parts: AccountParts,
  { request, account }: { readonly request: Request; readonly account: Account },
  check: () => Promise<Answer>,
): Promise<Answer> {
  const attempt = { request, email: account.email, offersSignInLink: false };
  const answer = await limitSignIn(parts, attempt, check);
  if (answer.status === 401) throw refuse('forbidden', accountErrors.wrongPassword);
  return answer;
}

async function forgetOwn({ recentTries }: AccountParts, [own, ...rest]: readonly Counted[]): Promise<void> {
  if (!own) return;
  const failures = await recentTries.forget(own.what);
  for (const { what, isReset } of rest) if (isReset) await recentTries.refund(what, failures);
}

/** Resets the failures of unknown clients and of this one after a password change. */
export async function forgetFailures(
  { recentTries }: AccountParts,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<void> {
  await recentTries.forget(nameStrangers(email));
  await recentTries.forget(namePair(email, address));
}

const nameStrangers = (email: string) => ['sign-in to', email];
const namePair = (email: string, address: string) => ['sign-in', email, address];

/**
 * The counters for an attempt; the first is the place's own. Unknown places use separate counters, so that they cannot
 * lock out a known browser or address.
 */
async function chooseCounts(
  { accounts, accountLimits, knownPlaces }: AccountParts,
  { request, email }: Attempt,
): Promise<[Counted, ...Counted[]]> {
  const address = requireVisitor(request);
  const browser = readDeviceSecret(request, accounts.publicUrl);
  const known = await knownPlaces.find(email, { browser, address });
  const { signInPerBrowser, signInPerPair, signInPerAddress, signInPerAccount } = accountLimits;
  const ofAccount = { isOfAccount: true, isReset: false };
  if (browser !== undefined && known.has('browser'))
    // Not counted by address, as behind a misconfigured proxy everybody shares it.
    return [
      { what: ['sign-in in browser', email, browser], limit: signInPerBrowser, ...ofAccount },
      { what: ['sign-in in browsers', email], limit: signInPerAccount, ...ofAccount, isReset: true },
    ];
  return [
    { what: namePair(email, address), limit: signInPerPair, ...ofAccount },
    { what: ['sign-in from', address], limit: signInPerAddress, isOfAccount: false, isReset: false },
    {
      what: known.has('address') ? ['sign-in from known addresses', email] : nameStrangers(email),
      limit: signInPerAccount,
      ...ofAccount,
    },
  ];
}

async function takeAll(parts: AccountParts, counted: readonly Counted[], attempt: Attempt): Promise<void> {
  const taken: Counted[] = [];
  for (const each of counted)
    try {
      await takeTry(parts.recentTries, each.what, each.limit);
      taken.push(each);
    } catch (error) {
      await refundAll(parts, taken);
      if (!each.isOfAccount || !attempt.offersSignInLink) throw error;
      // Looks later whether the account exists, so that neither the answer nor its timing reveals it.
      const way = ['way in to', attempt.email];
      const mail = await parts.recentTries.take(way, parts.accountLimits.lockoutMailsPerAccount);
      if (mail.isAllowed) await parts.queue.send('lockout-mail', { email: attempt.email });
      throw adviseSignInLink(error);
    }
}

async function refundAll({ recentTries }: AccountParts, counted: readonly Counted[]): Promise<void> {
  for (const { what } of counted) await recentTries.refund(what);
}

function adviseSignInLink(error: unknown): unknown {
  if (!(error instanceof CodedError) || error.code !== 'rate_limited') return error;
  return refuseTry(limitErrors.attemptsWithLink, error.retryAfterSeconds ?? 0);
}

interface Owner {
  readonly uid: string;
  readonly email: string;
}

export async function rememberPlace(parts: AccountParts, reply: Reply, owner: Owner): Promise<void> {
  await rememberBrowser(parts, reply, owner);
  await parts.knownPlaces.remember(owner, { browser: undefined, address: requireVisitor(reply.request) });
}

/**
 * Sends better-auth's answer to a sign-in. If it starts a session, the place is remembered and the browser's previous
 * session ends: only a thief of its cookie could still use it.
 */
export async function sendSignIn(parts: AccountParts, reply: Reply, response: Response): Promise<Reply> {
  const { accounts } = parts;
  const { request } = reply;
  const owner = await findSignedIn(parts, response);
  if (owner) {
    await rememberPlace(parts, reply, owner);
    if (await accounts.findAccount(request.headers.cookie)) await accounts.answerSignOut(request);
  }
  return sendWebResponse(reply, response);
}

/**
 * Sends the session that better-auth read. When it was extended, once a day, the browser is remembered for longer, too:
 * it must still be known after a late sign-out.
 */
export async function sendSession(parts: AccountParts, reply: Reply, response: Response): Promise<Reply> {
  const owner = await findSignedIn(parts, response);
  if (owner) await rememberBrowser(parts, reply, owner);
  return sendWebResponse(reply, response);
}

async function rememberBrowser(
  { accounts, knownPlaces }: AccountParts,
  reply: Reply,
  owner: Owner,
): Promise<void> {
  const secret = readDeviceSecret(reply.request, accounts.publicUrl);
  const browser = secret ?? randomBytes(secretBytes).toString('base64url');
  await knownPlaces.remember(owner, { browser, address: undefined });
  reply.header('set-cookie', writeDeviceCookie(browser, accounts.publicUrl));
}

function findSignedIn({ accounts }: AccountParts, response: Response) {
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0]);
  return accounts.findAccount(cookies.join('; '));
}

/**
 * The cookie that identifies a browser in which somebody signed in before contains only a random number, the same
 * for all accounts; the database has its hash and meaning.
 */
const secretBytes = 32;

function readDeviceSecret(request: Request, publicUrl: string): string | undefined {
  const secret = parseCookies(request.headers.cookie ?? '').get(nameCookie(publicUrl));
  return secret !== undefined && isWellFormed(secret) ? secret : undefined;
}

function isWellFormed(secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  return bytes.length === secretBytes && bytes.toString('base64url') === secret;
}

/** The `Set-Cookie` header. The cookie is kept after sign-out, as it is needed then. */
function writeDeviceCookie(secret: string, publicUrl: string): string {
  const attributes = ['Path=/', `Max-Age=${knownSeconds.browser}`, 'HttpOnly', 'SameSite=Lax'];
  if (isHttps(publicUrl)) attributes.push('Secure');
  return [`${nameCookie(publicUrl)}=${secret}`, ...attributes].join('; ');
}

/** Over https, the prefix stops subdomains from setting this cookie. */
function nameCookie(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-benshi.device' : 'benshi.device';
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

type Kind = (typeof knownPlaces.kind.enumValues)[number];

interface Place {
  /** The secret in the browser's cookie, if any. */
  readonly browser: string | undefined;
  /** As returned by `requireVisitor`; if undefined, only the browser counts. */
  readonly address: string | undefined;
}

const day = 24 * 3600;

export const knownSeconds: Readonly<Record<Kind, number>> = { browser: 180 * day, address: 30 * day };

export const maxPerKind = 20;

/**
 * The browsers and addresses from which people signed in before. They can still sign in while others guess the password: OWASP's "device
 * cookies", extended to addresses.
 */
export class KnownPlaces {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /** Which parts of a place are known for an account. One query, also if the account does not exist. */
  async find(email: string, place: Place): Promise<ReadonlySet<Kind>> {
    const keys = this.#hash(email, place).map(({ key }) => key);
    const found = await this.#queries
      .select({ kind: knownPlaces.kind })
      .from(knownPlaces)
      .where(and(inArray(knownPlaces.key, keys), gt(knownPlaces.endsAt, sql`now()`)));
    return new Set(found.map(({ kind }) => kind));
  }

  /** Remembers a place; call only after the person has proved to own the account. */
  async remember({ uid, email }: { uid: string; email: string }, place: Place): Promise<void> {
    for (const { kind, key } of this.#hash(email, place)) {
      const endsAt = secondsFromNow(knownSeconds[kind]);
      await this.#queries
        .insert(knownPlaces)
        .values({ key, uid, kind, endsAt })
        .onConflictDoUpdate({ target: knownPlaces.key, set: { endsAt } });
      await this.#keepLatest(uid, kind);
    }
  }

  async forgetAll(uid: string): Promise<void> {
    await this.#queries.delete(knownPlaces).where(eq(knownPlaces.uid, uid));
  }

  async #keepLatest(uid: string, kind: Kind): Promise<void> {
    const ofKind = and(eq(knownPlaces.uid, uid), eq(knownPlaces.kind, kind));
    const latest = this.#queries
      .select({ key: knownPlaces.key })
      .from(knownPlaces)
      .where(ofKind)
      .orderBy(desc(knownPlaces.endsAt))
      .limit(maxPerKind);
    await this.#queries.delete(knownPlaces).where(and(ofKind, notInArray(knownPlaces.key, latest)));
  }

  #hash(email: string, { browser, address }: Place): { kind: Kind; key: string }[] {
    const values = [
      { kind: 'browser', value: browser },
      { kind: 'address', value: address },
    ] as const;
    return values.flatMap(({ kind, value }) => {
      if (value === undefined) return [];
      const text = JSON.stringify(['known place', kind, email, value]);
      return [{ kind, key: createHmac('sha256', this.#secret).update(text).digest('base64url') }];
    });
  }
}
