import { z } from 'zod';

/** Which engine does a step, and what a person should know of it. */
const engineSchema = z.object({
  /** As it stands in a sentence: `the offline engine`, or the provider's name. */
  name: z.string(),
  /** True when nothing leaves the machine. */
  isOffline: z.boolean(),
  /** True when a provider that is set up for this cannot do it: then there is one to mend, and none to connect. */
  isSubstitute: z.boolean(),
  /** True when it does not do all that it could at the moment; the note says what is amiss. */
  isImpaired: z.boolean(),
  /** Why a provider that is set up is not used, or the used one works only in part; absent where there is nothing to say. */
  note: z.string().optional(),
});

/** `GET /api/config`: public settings that the page needs. Never a secret. */
export const configAnswerSchema = z.object({
  /** `speech` speaks the standard voices; `GET /api/voices` names the engine of every plan's voices. */
  engines: z.object({
    vision: engineSchema,
    /** `canExpand`: whether it can make a script longer; shorter it can be made by every writer. */
    script: engineSchema.extend({ canExpand: z.boolean() }),
    speech: engineSchema,
  }),
  maxVideoBytes: z.number(),
  maxVideoSeconds: z.number(),
  /** Pictures that are looked at for a narration that follows the video, at most. */
  maxTimedFrames: z.number(),
  narrationsPerDay: z.object({ free: z.number(), standard: z.number(), premium: z.number() }),
  premiumPlanUrl: z.string(),
  /** Whether the payment provider tells this server who has paid, so that a bought plan starts and ends by itself. */
  hearsOfPayments: z.boolean(),
  /** Whether people can sign in with Google. What is missing where they cannot, the server's log says. */
  google: z.object({ isConfigured: z.boolean() }),
  /** Where the page sends its errors; left out when they are not recorded. */
  sentryDsn: z.string().optional(),
  /** Where the contact form is sent, this server when left out, and the IDs that are sent with it. */
  contactForm: z.object({
    origin: z.string().optional(),
    userId: z.string().optional(),
    serviceId: z.string().optional(),
    templateId: z.string().optional(),
  }),
});

export type ConfigAnswer = z.infer<typeof configAnswerSchema>;
