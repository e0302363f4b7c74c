import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import type { QuotaSubject } from './daily-limits.ts';
import { toMailbox } from './mailbox.ts';
import { getVisitorAddress } from './visitor-address.ts';

/**
 * Who asks, as limits know them.
 * @throws CodedError `client_closed` when they have left already, because a closed connection has no address any more
 */
export function requireVisitor(request: Request): string {
  const ip: string | undefined = request.ip;
  if (ip === undefined) throw new CodedError('client_closed');
  return getVisitorAddress(ip);
}

/** A visitor without an account, by address, and what they may do in a day. */
export function requireVisitorSubject(
  request: Request,
  { freeNarrationsPerDay }: { readonly freeNarrationsPerDay: number },
): QuotaSubject {
  return { id: requireVisitor(request), narrationsPerDay: freeNarrationsPerDay };
}

/** Who is signed in, as counts of the day know them. */
interface CountedAccount {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * An account, and what it may do in a day. Its mailbox is counted, so that a tag or a new registration gives nothing anew; those in one
 * network whose address is not confirmed have one day together besides, because anybody can register any address.
 */
export function requireAccountSubject(
  request: Request,
  { uid, email, emailVerified }: CountedAccount,
  narrationsPerDay: number,
): QuotaSubject {
  const network = emailVerified ? [] : [`unconfirmed in ${requireVisitor(request)}`];
  return { id: uid, narrationsPerDay, countedBy: [`mailbox ${toMailbox(email)}`, ...network] };
}
