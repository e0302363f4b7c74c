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
