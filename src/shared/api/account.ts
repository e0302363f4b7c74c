import { z } from 'zod';
import { passwordRequirementIds } from '../password-policy.ts';
import { plans } from '../plans.ts';
import { messageValuesSchema } from './problem.ts';

export const planSchema = z.enum(plans);

/** Narrations that an account may still start today, or, by `GET /api/free/allowance`, a visitor's network address. */
export const allowanceSchema = z.object({
  limit: z.number(),
  remaining: z.number(),
  /** Start of the next day (UTC), as an ISO time. */
  resetsAt: z.iso.datetime(),
});

/** `GET /api/me`: the signed-in account and its plan. 401 without a session. */
export const meAnswerSchema = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  plan: planSchema,
  narrations: allowanceSchema,
  /** True for a premium address that is not verified yet. */
  needsVerificationForPremium: z.boolean(),
});

/** `GET /api/profile`: the person's row in `users`. */
export const profileAnswerSchema = z.object({
  uid: z.string(),
  /** May be empty; the page then shows the address. */
  name: z.string(),
  /** How the account was made: with Google, the operator's own provider, or a password. */
  authProvider: z.enum(['google', 'oidc', 'local']),
  email: z.string(),
});

/** `GET /api/password-policy`: every requirement, in display order. */
export const passwordPolicySchema = z.object({
  requirements: z.array(z.object({ id: z.enum(passwordRequirementIds), sentence: z.string() })),
});

/**
 * An error of `/api/auth/*`, in the format of better-auth's client. For a refused password (`PASSWORD_POLICY`) it
 * lists the unmet requirements.
 */
export const authProblemSchema = z.object({
  code: z.string().optional(),
  message: z.string(),
  /** As in `problem.ts`. */
  key: z.string().optional(),
  values: messageValuesSchema.optional(),
  missing: z.array(z.enum(passwordRequirementIds)).optional(),
  /** Why the password is easy to guess: a sentence. */
  weakness: z.string().optional(),
});

export type Allowance = z.infer<typeof allowanceSchema>;
export type MeAnswer = z.infer<typeof meAnswerSchema>;
export type AuthProblem = z.infer<typeof authProblemSchema>;
