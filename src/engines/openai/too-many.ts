import { APIError } from 'openai';
import { findRefusalReason } from './refusal-reason.ts';

/** A body that is larger than the server takes. LocalAI's limit is 15 MB unless it is changed. */
const tooLarge = 413;

/**
 * Whether a server refused because of how many pictures there were: more than it takes, or more than fits into the model's
 * context or into a request.
 */
export function isTooMany(error: unknown): boolean {
  if (error instanceof APIError && error.status === tooLarge) return true;
  const reason = findRefusalReason(error);
  return reason?.kind === 'too_long' || (reason?.kind === 'pictures' && reason.most > 0);
}

/** How many pictures the server says that it takes at once; undefined where it does not say it. */
export function readMostPictures(error: unknown): number | undefined {
  const reason = findRefusalReason(error);
  return reason?.kind === 'pictures' ? reason.most : undefined;
}
