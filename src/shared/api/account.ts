import { z } from 'zod';
import { passwordRequirementIds } from '../password-policy.ts';
import { plans } from '../plans.ts';
import { messageValuesSchema } from './problem.ts';

export const planSchema = z.enum(plans);

/** How many narrations an account may still start today, or, by `GET /api/free/allowance`, a visitor's network address. */
export const allowanceSchema = z.object({
  limit: z.number(),
  remaining: z.number(),
  /** When the next day (UTC) begins, as an ISO time. */
  resetsAt: z.iso.datetime(),
});

/** `GET /api/me`: who is signed in, and what they may do. 401 for nobody. */
export const meAnswerSchema = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  plan: planSchema,
  narrations: allowanceSchema,
  /** True for an address of the premium list that is not verified: the plan waits for that. */
  needsVerificationForPremium: z.boolean(),
});

/** `GET /api/profile`: the record of the person in `users`. */
export const profileAnswerSchema = z.object({
  uid: z.string(),
  /** May be empty; the page then shows the address. */
  name: z.string(),
  authProvider: z.enum(['google', 'local']),
  email: z.string(),
});

/** `GET /api/password-policy`: every requirement, in the order in which to show them. */
export const passwordPolicySchema = z.object({
  requirements: z.array(z.object({ id: z.enum(passwordRequirementIds), sentence: z.string() })),
});

/**
 * The body of an answer of `/api/auth/*` that is not a success, as better-auth's client reads it. Of a password that is
 * refused (`PASSWORD_POLICY`) it says which requirements are not met.
 */
export const authProblemSchema = z.object({
  code: z.string().optional(),
  /** A sentence for the person. */
  message: z.string(),
  /** As in `problem.ts`. */
  key: z.string().optional(),
  values: messageValuesSchema.optional(),
  missing: z.array(z.enum(passwordRequirementIds)).optional(),
  /** Of a password that is easy to guess, why it is: a sentence. */
  weakness: z.string().optional(),
});

export type Allowance = z.infer<typeof allowanceSchema>;
export type MeAnswer = z.infer<typeof meAnswerSchema>;
export type AuthProblem = z.infer<typeof authProblemSchema>;
