import { z } from 'zod';

/** Stored data. Texts are sentences, or parts of them, for the person whom they are about. */
export const storedItemSchema = z.object({
  title: z.string(),
  what: z.string(),
  why: z.string(),
  /** For how long. */
  kept: z.string(),
});

/** The kinds of data that recipients receive. */
export const recipientTopics = ['narrations', 'messages', 'accounts', 'payments', 'errors'] as const;

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
