import { z } from 'zod';

/** Something that is kept. All texts are sentences, or parts of them, for the person whom they are about. */
export const storedItemSchema = z.object({
  title: z.string(),
  what: z.string(),
  why: z.string(),
  /** For how long. */
  kept: z.string(),
});

/** What a recipient receives data of. */
export const recipientTopics = ['narrations', 'messages', 'accounts', 'payments', 'errors'] as const;

/** `GET /api/privacy`: what is stored, where, for how long, and what goes to whom, by the settings that the server runs with. */
export const privacyAnswerSchema = z.object({
  /** In the database, by whom it is about. */
  stored: z.object({
    visitors: z.array(storedItemSchema),
    messages: z.array(storedItemSchema),
    accounts: z.array(storedItemSchema),
    operation: z.array(storedItemSchema),
  }),
  /** How long prompts, scripts, messages and feedback are stored. */
  retentionDays: z.number(),
  /** Where the database is: a sentence. */
  place: z.string(),
  /** On the server's disk beside the database. */
  files: z.array(storedItemSchema),
  /** In the person's own browser. */
  browser: z.array(storedItemSchema),
  /** Who else gets something; empty for nobody. */
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
