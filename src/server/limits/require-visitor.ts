import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import type { QuotaSubject } from './daily-limits.ts';
import { getVisitorAddress } from './visitor-address.ts';

/**
 * The client's address as counted by limits.
 * @throws CodedError `client_closed` if the client has disconnected, because a closed connection has no address
 */
export function requireVisitor(request: Request): string {
  const ip: string | undefined = request.ip;
  if (ip === undefined) throw new CodedError('client_closed');
  return getVisitorAddress(ip);
}

/** A visitor without an account, by address, with the daily quota. */
export function requireVisitorSubject(
  request: Request,
  { freeNarrationsPerDay }: { readonly freeNarrationsPerDay: number },
): QuotaSubject {
  return { id: requireVisitor(request), narrationsPerDay: freeNarrationsPerDay };
}

/** A signed-in account, as counted by daily limits. */
interface CountedAccount {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * An account with its daily quota. Counted by mailbox, so that a tag or a new registration gives no new quota; accounts with unverified
 * addresses also share one quota per network, because anybody can register any address.
 */
export function requireAccountSubject(
  request: Request,
  { uid, email, emailVerified }: CountedAccount,
  narrationsPerDay: number,
): QuotaSubject {
  const network = emailVerified ? [] : [`unconfirmed in ${requireVisitor(request)}`];
  return { id: uid, narrationsPerDay, countedBy: [`mailbox ${toMailbox(email)}`, ...network] };
}

/** Mail domains that ignore dots, with their alias. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an e-mail address, for counting: lower case, without a tag after a plus (RFC 5233, as Gmail, Outlook, Fastmail and others
 * deliver it), and at Gmail without dots (support.google.com/mail/answer/7436150). Mails go to the address as given.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const plus = name.indexOf('+', 1);
  const untagged = plus < 0 ? name : name.slice(0, plus);
  return dotlessDomains.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
