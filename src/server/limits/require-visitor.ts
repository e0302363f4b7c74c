import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
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
