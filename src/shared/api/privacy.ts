import { z } from 'zod';
import { accountErrors as errors } from '../messages/account-errors.ts';
import { fieldText } from '../messages/field-text.ts';
import { planSchema, profileAnswerSchema } from './account.ts';
import { signInSchema } from './auth.ts';
import { ownPronunciationsSchema } from './fields.ts';
import { tokenSchema } from './tokens.ts';

/** Stored data. Texts are sentences, or parts of them, for the person whom they are about. */
const storedItemSchema = z.object({
  title: z.string(),
  what: z.string(),
  why: z.string(),
  /** For how long. */
  kept: z.string(),
});

/** The kinds of data that recipients receive. */
const recipientTopics = ['narrations', 'messages', 'accounts', 'payments', 'errors'] as const;

/** `GET /api/privacy`: what is stored, where and how long, and its recipients, by the server's settings. */
export const privacyAnswerSchema = z.object({
  /** In the database, by kind of person. */
  stored: z.object({
    visitors: z.array(storedItemSchema),
    messages: z.array(storedItemSchema),
    accounts: z.array(storedItemSchema),
    operation: z.array(storedItemSchema),
  }),
  /** How long prompts, scripts, messages and feedback are stored. */
  retentionDays: z.number(),
  /** Location of the database: a sentence. */
  place: z.string(),
  /** On the server's disk beside the database. */
  files: z.array(storedItemSchema),
  /** In the person's own browser. */
  browser: z.array(storedItemSchema),
  recipients: z.array(
    z.object({
      topics: z.array(z.enum(recipientTopics)),
      name: z.string(),
      gets: z.string(),
      why: z.string(),
    }),
  ),
});

export type RecipientTopic = (typeof recipientTopics)[number];
export type StoredItem = z.infer<typeof storedItemSchema>;
export type PrivacyAnswer = z.infer<typeof privacyAnswerSchema>;

const timestampOf = z.iso.datetime();

/** `GET /api/account`: the signed-in account, and how to confirm its deletion. 401 without a session. */
export const accountAnswerSchema = z.object({
  uid: z.string(),
  email: z.string(),
  /** The password if there is one, else a sign-in in the last minutes. */
  confirmedBy: z.enum(['password', 'recent sign-in']),
});

/** `POST /api/account/deletion` */
export const accountDeletionSchema = z.object({
  /** The account shown by the page: another one may be signed in meanwhile, in another tab. */
  uid: z.string({ error: fieldText(errors.noAccountNamed) }).max(200, fieldText(errors.noSuchAccount)),
  password: signInSchema.shape.password.optional(),
});

/** `GET /api/account/export`: everything stored about a person, without secrets. */
export const personalDataSchema = z.object({
  exportedAt: timestampOf,
  /** What is left out, and why: sentences. */
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
  profile: profileAnswerSchema.nullable(),
  signInMethods: z.array(
    z.object({
      provider: z.string(),
      /** The provider's id of the person; the uid for a password. */
      accountId: z.string(),
      hasPassword: z.boolean(),
      createdAt: timestampOf,
      updatedAt: timestampOf,
    }),
  ),
  sessions: z.array(z.object({ createdAt: timestampOf, updatedAt: timestampOf, expiresAt: timestampOf })),
  /** Places of recent sign-ins, from which they can sign in while others guess their password. */
  knownPlaces: z.array(
    z.object({ kind: z.enum(['browser', 'address']), since: timestampOf, endsAt: timestampOf }),
  ),
  /** Links for password reset or sign-in that are still valid. */
  mailedLinks: z.array(z.object({ createdAt: timestampOf, expiresAt: timestampOf })),
  mails: z.array(z.object({ recipient: z.string(), createdAt: timestampOf, sentAt: timestampOf.nullable() })),
  projects: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      folder: z.string(),
      document: z.record(z.string(), z.unknown()),
      /** In base64. */
      thumbnail: z.string().nullable(),
      createdAt: timestampOf,
      updatedAt: timestampOf,
      deletedAt: timestampOf.nullable(),
    }),
  ),
  projectVersions: z.array(
    z.object({ projectId: z.string(), document: z.record(z.string(), z.unknown()), savedAt: timestampOf }),
  ),
  reviewLinks: z.array(
    z.object({
      projectId: z.string(),
      narrationId: z.string(),
      name: z.string(),
      createdAt: timestampOf,
      endsAt: timestampOf,
      showsOthers: z.boolean(),
    }),
  ),
  comments: z.array(
    z.object({
      projectId: z.string(),
      narrationId: z.string(),
      lineId: z.string().nullable(),
      via: z.string().nullable(),
      isOwner: z.boolean(),
      author: z.string(),
      message: z.string(),
      createdAt: timestampOf,
      resolvedAt: timestampOf.nullable(),
    }),
  ),
  pronunciations: ownPronunciationsSchema.shape.pronunciations,
  apiTokens: z.array(tokenSchema.omit({ id: true })),
  /** Provider usage and costs of the account. */
  providerCosts: z.array(
    z.object({
      /** The first day of the month. */
      month: z.string(),
      step: z.enum(['vision', 'script', 'speech', 'transcription']),
      provider: z.string(),
      model: z.string(),
      calls: z.number(),
      /** Calls without a known price. */
      unpricedCalls: z.number(),
      textTokensIn: z.number(),
      textTokensOut: z.number(),
      soundTokensIn: z.number(),
      soundTokensOut: z.number(),
      characters: z.number(),
      soundSeconds: z.number(),
      dollars: z.number(),
      /** Time of the last call, and the cost of its work. */
      latestAt: timestampOf,
      latestDollars: z.number(),
      latestCalls: z.number(),
      latestUnpricedCalls: z.number(),
    }),
  ),
  premiumMembership: z.object({ email: z.string(), source: z.string(), since: timestampOf }).nullable(),
  /** Running purchases at Stripe, by Stripe's id. */
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
