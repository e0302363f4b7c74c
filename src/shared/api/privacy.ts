import { z } from 'zod';

/** Something that is kept. All texts are sentences, or parts of them, for the person whom they are about. */
export const keptThingSchema = z.object({
  title: z.string(),
  what: z.string(),
  why: z.string(),
  /** For how long. */
  kept: z.string(),
});

/** `GET /api/privacy`: what is stored, where, for how long, and what goes to whom, by the settings that the server runs with. */
export const privacyAnswerSchema = z.object({
  /** In the database, by whom it is about. */
  stored: z.object({
    visitors: z.array(keptThingSchema),
    messages: z.array(keptThingSchema),
    accounts: z.array(keptThingSchema),
    operation: z.array(keptThingSchema),
  }),
  /** Where the database is: a sentence. */
  place: z.string(),
  /** On the server's disk beside the database. */
  files: z.array(keptThingSchema),
  /** In the person's own browser. */
  browser: z.array(keptThingSchema),
  /** Who else gets something; empty for nobody. */
  recipients: z.array(
    z.object({
      name: z.string(),
      gets: z.string(),
      why: z.string(),
    }),
  ),
});

export type KeptThing = z.infer<typeof keptThingSchema>;
export type PrivacyAnswer = z.infer<typeof privacyAnswerSchema>;
