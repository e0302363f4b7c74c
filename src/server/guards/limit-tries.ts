import type { RecentTries, TryLimit } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { takeTry } from '../limits/take-try.ts';
import type { Limit } from './guards.ts';

/** So many tries from one network address, whatever comes of them. @param name of what is tried, such as `reset from` */
export function limitTries(recentTries: RecentTries, name: string, limit: TryLimit): Limit {
  return async (request, rest) => {
    await takeTry(recentTries, [name, requireVisitor(request)], limit);
    return rest();
  };
}
