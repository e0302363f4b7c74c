import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import type { QuotaSubject } from './daily-limits.ts';
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

/** Whose mailboxes take dots for nothing, and their other name. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an e-mail address, so that one person counts once however they write it: in lower case, without a tag behind a plus
 * (RFC 5233, as Gmail, Outlook, Fastmail and others deliver it), and at Gmail without dots
 * (support.google.com/mail/answer/7436150). To be counted by; mail goes to the address as it was given.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const plus = name.indexOf('+', 1);
  const untagged = plus < 0 ? name : name.slice(0, plus);
  return dotlessDomains.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
