import { z } from 'zod';
import { languageNames } from '../languages.ts';
import { allVoices } from '../voices.ts';
import { planSchema } from './account.ts';
import { languageField } from './fields.ts';

/** Who speaks the voices of a plan, and in which languages. */
const engineOfVoicesSchema = z.object({
  /** How a call names it. */
  id: z.string(),
  /** No call may name it: it speaks only what those before it do not. */
  isReserved: z.literal(true).optional(),
  /** `offline`, or the provider's name. */
  name: z.string(),
  /** True when nothing leaves the machine. */
  isOffline: z.boolean(),
  /** Whether its own voices bear the names of the premium ones; if not, those that come nearest speak in their place. */
  hasPremiumVoices: z.boolean(),
  /** How many different voices speak the names of the plan; names that share one differ in pace or mood at most. */
  differentVoices: z.int().min(1),
  /** How many of those speak no standard name; for the standard plan itself, all. */
  unsharedVoices: z.int().min(0),
  /** Which of its own voices speaks for those of the plan, where it bears another name; by languages, each at most once. */
  ownVoices: z.array(
    z.object({
      languages: z.array(z.enum(languageNames)),
      names: z.partialRecord(z.enum(allVoices), z.string()),
    }),
  ),
  /** Languages that it really speaks; it may or may not speak those that are neither here nor borrowed. */
  languages: z.array(z.enum(languageNames)),
  /** Languages that are spoken with another language's voice, and whose. */
  borrowedVoices: z.array(z.object({ language: z.enum(languageNames), spokenAs: z.enum(languageNames) })),
});

/** `GET /api/voices`: the catalogue of all voices, and who speaks them. */
export const voicesAnswerSchema = z.object({
  /** The first choice for each plan. */
  engines: z.record(planSchema, engineOfVoicesSchema),
  /**
   * Who else can speak, in order: a language that the first does not list is spoken by the next that does.
   */
  others: z.record(planSchema, z.array(engineOfVoicesSchema)),
  voices: z.array(
    z.object({
      name: z.enum(allVoices),
      /** The least plan that includes the voice. */
      plan: planSchema,
      /** How it sounds: tags of the catalogue, separated by spaces. */
      description: z.string(),
      /** The address of a spoken sample. */
      audioSrc: z.string(),
    }),
  ),
});

/** `GET /api/voices/:name/sample.mp3` */
export const voiceSampleQuerySchema = z.object({ language: languageField.default('English') });

export type EngineOfVoices = z.infer<typeof engineOfVoicesSchema>;
export type VoicesAnswer = z.infer<typeof voicesAnswerSchema>;
