import type { Inside } from '../guards/guards.ts';
import { createAuth } from './create-auth.ts';

/** Errors of these calls are told as better-auth tells them, because its client reads them. */
export const config = { isForAuthClient: true };

/** better-auth counts calls of its own by itself, as it is set up. */
export const limitOfBetterAuth: Inside = { askedBy: createAuth };

/** What the list of calls says of one. */
export function about(summary: string) {
  return { summary, tags: ['accounts'] };
}
