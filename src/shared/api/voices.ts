import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { manners } from '../speech.ts';
import { allVoices } from '../voices.ts';
import { planSchema } from './account.ts';
import { languageField } from './fields.ts';

/** The engine for the voices of a plan, and its languages. */
const engineOfVoicesSchema = z.object({
  /** The name for calls. */
  id: z.string(),
  /** Calls may not name it: it only speaks what the engines before it do not. */
  isReserved: z.literal(true).optional(),
  /** `offline`, or the provider's name. */
  name: z.string(),
  /** True for the voices without AI: nothing leaves the machine. */
  isOffline: z.boolean(),
  /** True for an AI that this server runs itself: nothing leaves the machine either. Absent otherwise. */
  isLocal: z.boolean().optional(),
  /** Whether its voices have the names of the premium ones; if not, similar voices are used. */
  hasPremiumVoices: z.boolean(),
  /** Number of distinct voices behind the plan's names; names that share a voice differ at most in pace or mood. */
  differentVoices: z.int().min(1),
  /** How many of those are not behind a standard name; for the standard plan, all. */
  unsharedVoices: z.int().min(0),
  /** Its own voices behind those of the plan, if their names differ; by languages, each at most once. */
  ownVoices: z.array(
    z.object({
      languages: z.array(z.enum(languageNames)),
      names: z.partialRecord(z.enum(allVoices), z.string()),
    }),
  ),
  /** Languages that it natively supports; it may or may not speak those that are neither here nor borrowed. */
  languages: z.array(z.enum(languageNames)),
  /** How lines can be spoken with it; others are spoken plainly. */
  manners: z.array(z.enum(manners)).optional(),
  /** Whether pronunciations in IPA are followed; if not, such a word is spoken as it is written. */
  takesIpa: z.literal(true).optional(),
  /** Languages spoken with another language's voice. */
  borrowedVoices: z.array(z.object({ language: z.enum(languageNames), spokenAs: z.enum(languageNames) })),
});

/** `GET /api/voices`: the catalogue of all voices, and their engines. */
export const voicesAnswerSchema = z.object({
  /** The preferred engine of each plan. */
  engines: z.record(planSchema, engineOfVoicesSchema),
  /** Other engines in order: a language that the first does not list is spoken by the next that does. */
  others: z.record(planSchema, z.array(engineOfVoicesSchema)),
  voices: z.array(
    z.object({
      name: z.enum(allVoices),
      /** The lowest plan that includes the voice. */
      plan: planSchema,
      /** Tags of the catalogue, separated by spaces. */
      description: z.string(),
      audioSrc: z.string(),
    }),
  ),
});

/** A voice of a provider under its own name. */
export const ownVoiceSchema = z.object({
  /** As calls name it, such as `PROVIDER:21m00Tcm4TlvDq8ikWAM`. */
  voice: z.string(),
  provider: z.string(),
  id: z.string(),
  name: z.string(),
  /** The lowest plan that includes it. */
  plan: planSchema,
  /** Those that it is made for; empty if it speaks whatever its model does. */
  languages: z.array(z.enum(languageNames)),
  sex: z.enum(['female', 'male', 'neutral']).optional(),
  age: z.enum(['young', 'middle-aged', 'old']).optional(),
  /** Words for style, accent and use, in lower case, such as `calm`, `british`, `news`. */
  tags: z.array(z.string()),
  /** A sentence of the provider. */
  description: z.string().optional(),
  /** Cloned or designed by the provider's account, or shared with it in private: it belongs to somebody. */
  isOfAccount: z.boolean().optional(),
});

/** `GET /api/voices/own`: the voices of all speech providers under their own names, for both plans. */
export const ownVoicesAnswerSchema = z.object({
  voices: z.array(ownVoiceSchema),
  /** Providers that did not list theirs now, with the reason. */
  failures: z.array(z.object({ provider: z.string(), message: z.string() })),
});

export type ListedOwnVoice = z.infer<typeof ownVoiceSchema>;
export type OwnVoicesAnswer = z.infer<typeof ownVoicesAnswerSchema>;

/** `GET /api/voices/:name/sample.mp3` */
export const voiceSampleQuerySchema = z.object({ language: languageField.default('English') });

export type EngineOfVoices = z.infer<typeof engineOfVoicesSchema>;
export type VoicesAnswer = z.infer<typeof voicesAnswerSchema>;
