import type { AxiosResponse } from 'axios';
import type { Allowance } from '#shared/api/account.ts';

/** Reports the narrations left, if the response headers state them. */
export function readCount(
  headers: AxiosResponse['headers'],
  report: (left: Pick<Allowance, 'limit' | 'remaining'>) => void,
): void {
  const limit = Number(headers['x-ratelimit-limit']);
  const remaining = Number(headers['x-ratelimit-remaining']);
  if (Number.isFinite(limit) && Number.isFinite(remaining)) report({ limit, remaining });
}
