import { z } from 'zod';

/** The engine of a step, and its state. */
const engineSchema = z.object({
  /** As used in a sentence: `the offline engine`, or the provider's name. */
  name: z.string(),
  /** True for the engine without AI: nothing leaves the machine. */
  isOffline: z.boolean(),
  /** True for an AI that this server runs itself: nothing leaves the machine either. Absent otherwise. */
  isLocal: z.boolean().optional(),
  /** True when the configured provider cannot do it: the provider must be fixed, not connected. */
  isSubstitute: z.boolean(),
  /** True when it currently works only in part; the note has the reason. */
  isImpaired: z.boolean(),
  /** Why a configured provider is not used or works only in part; absent otherwise. */
  note: z.string().optional(),
});

/** `GET /api/config`: public settings for the page. Never a secret. */
export const configAnswerSchema = z.object({
  /** `speech` is for the standard voices; `GET /api/voices` has the engine of every plan's voices. */
  engines: z.object({
    vision: engineSchema,
    /** `canExpand`: whether it can lengthen a script; all engines can shorten. `canRewriteLines`: one line, as wished. */
    script: engineSchema.extend({
      canExpand: z.boolean(),
      canRewriteLines: z.boolean(),
      canTranslate: z.boolean(),
    }),
    speech: engineSchema,
  }),
  /**
   * Who transcribes the speech of a video; absent if nobody does. `ask`: the page asks before it sends the sound; `on`: it tells.
   * `maxSeconds`: the longest sound of one request.
   */
  transcription: engineSchema
    .pick({ name: true, isLocal: true, note: true })
    .extend({ mode: z.enum(['ask', 'on']), maxSeconds: z.number() })
    .optional(),
  /** Whether whoever asks may connect an AI in the page, without the link that the terminal prints. */
  canSetUp: z.boolean(),
  /** Absent if no files are signed for whoever asks. `storeBytes`: the room to leave for a manifest store. */
  contentCredentials: z.object({ storeBytes: z.number() }).optional(),
  maxVideoBytes: z.number(),
  maxVideoSeconds: z.number(),
  /** The most frames for a timed narration. */
  maxTimedFrames: z.number(),
  narrationsPerDay: z.object({ free: z.number(), standard: z.number(), premium: z.number() }),
  premiumPlanUrl: z.string(),
  /** Whether the payment provider reports payments to this server, so that bought plans start and end automatically. */
  hearsOfPayments: z.boolean(),
  /** Whether Google sign-in is set up. If not, the server's log has the reason. */
  google: z.object({ isConfigured: z.boolean() }),
  /** The operator's own sign-in; absent if none is set up. */
  oidc: z.object({ name: z.string() }).optional(),
  /** False where new accounts need an invitation or the operator's own sign-in. */
  isSignUpOpen: z.boolean(),
  hasPasswordSignIn: z.boolean(),
  /** Where the page sends its errors; absent if they are not recorded. */
  sentryDsn: z.string().optional(),
  /** Where the contact form is sent (this server if absent), and its IDs. */
  contactForm: z.object({
    origin: z.string().optional(),
    userId: z.string().optional(),
    serviceId: z.string().optional(),
    templateId: z.string().optional(),
  }),
});

export type ConfigAnswer = z.infer<typeof configAnswerSchema>;
