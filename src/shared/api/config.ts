import { z } from 'zod';
import { languageNames } from '../languages.ts';

/** Which engine does a step, and what a person should know of it. */
const engineSchema = z.object({
  /** `offline`, or the provider's name. */
  name: z.string(),
  /** True when nothing leaves the machine. */
  isOffline: z.boolean(),
});

/** `GET /api/config`: public settings that the page needs. Never a secret. */
export const configAnswerSchema = z.object({
  engines: z.object({ vision: engineSchema, script: engineSchema, speech: engineSchema }),
  /** Languages that the speech engine speaks with a neighbour's voice, and whose. */
  borrowedVoices: z.array(z.object({ language: z.enum(languageNames), spokenAs: z.string() })),
  maxVideoBytes: z.number(),
  maxVideoSeconds: z.number(),
  narrationsPerDay: z.object({ free: z.number(), standard: z.number(), premium: z.number() }),
  premiumPlanUrl: z.string(),
  /** Whether people can sign in with Google; if not, the names of the settings that are missing. */
  google: z.object({ isConfigured: z.boolean(), missing: z.array(z.string()) }),
});

export type ConfigAnswer = z.infer<typeof configAnswerSchema>;
