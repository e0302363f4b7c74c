import { z } from 'zod';
import { accountErrors as errors } from '../messages/account-errors.ts';
import { fieldText } from '../messages/field-text.ts';
import { planSchema, profileAnswerSchema } from './account.ts';
import { signInSchema } from './auth.ts';

const timestampOf = z.iso.datetime();

/** `GET /api/account`: whose account it is, and what its deletion asks for. 401 for nobody. */
export const accountAnswerSchema = z.object({
  uid: z.string(),
  email: z.string(),
  /** A password where there is one, else a sign-in that was a few minutes ago. */
  confirmedBy: z.enum(['password', 'recent sign-in']),
});

/** `POST /api/account/deletion` */
export const accountDeletionSchema = z.object({
  /** Whom the page showed: somebody else may be signed in meanwhile, in another tab. */
  uid: z.string({ error: fieldText(errors.noAccountNamed) }).max(200, fieldText(errors.noSuchAccount)),
  password: signInSchema.shape.password.optional(),
});

/** `GET /api/account/export`: everything that is kept about a person. No secret is in it. */
export const personalDataSchema = z.object({
  exportedAt: timestampOf,
  /** What is not in here, and why: sentences. */
  notes: z.array(z.string()),
  account: z.object({
    uid: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    createdAt: timestampOf,
    updatedAt: timestampOf,
    plan: planSchema,
  }),
  /** The record in `users`. */
  profile: profileAnswerSchema.nullable(),
  signInMethods: z.array(
    z.object({
      provider: z.string(),
      /** What the provider calls the person; for a password it is the uid. */
      accountId: z.string(),
      hasPassword: z.boolean(),
      createdAt: timestampOf,
      updatedAt: timestampOf,
    }),
  ),
  sessions: z.array(z.object({ createdAt: timestampOf, updatedAt: timestampOf, expiresAt: timestampOf })),
  /** From where they signed in lately, so that they get in there while others guess their password. */
  knownPlaces: z.array(
    z.object({ kind: z.enum(['browser', 'address']), since: timestampOf, endsAt: timestampOf }),
  ),
  /** Links for a new password or to sign in that were sent and can still be used. */
  mailedLinks: z.array(z.object({ createdAt: timestampOf, expiresAt: timestampOf })),
  mails: z.array(z.object({ recipient: z.string(), createdAt: timestampOf, sentAt: timestampOf.nullable() })),
  /** What AI providers did for the account, and what it cost the operator. */
  providerCosts: z.array(
    z.object({
      /** Its first day. */
      month: z.string(),
      step: z.enum(['vision', 'script', 'speech']),
      provider: z.string(),
      model: z.string(),
      calls: z.number(),
      /** Calls whose price is not known. */
      unpricedCalls: z.number(),
      textTokensIn: z.number(),
      textTokensOut: z.number(),
      soundTokensIn: z.number(),
      soundTokensOut: z.number(),
      characters: z.number(),
      soundSeconds: z.number(),
      dollars: z.number(),
      /** When a call was counted last, and what the work cost that it belonged to. */
      latestAt: timestampOf,
      latestDollars: z.number(),
      latestCalls: z.number(),
      latestUnpricedCalls: z.number(),
    }),
  ),
  premiumMembership: z.object({ email: z.string(), source: z.string(), since: timestampOf }).nullable(),
  /** What was bought at Stripe, by Stripe's own number, and goes on. */
  purchases: z.array(
    z.object({
      id: z.string(),
      email: z.string().nullable(),
      paidAt: timestampOf.nullable(),
      status: z.string().nullable(),
      statusAt: timestampOf.nullable(),
    }),
  ),
  contactMessages: z.array(
    z.object({ createdAt: timestampOf, fromName: z.string(), guestEmail: z.string(), message: z.string() }),
  ),
  feedback: z.array(
    z.object({
      createdAt: timestampOf,
      rating: z.number().nullable(),
      message: z.string(),
      email: z.string().nullable(),
    }),
  ),
});

export type PersonalData = z.infer<typeof personalDataSchema>;
