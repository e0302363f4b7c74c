import { z } from 'zod';
import { problemSchema } from './problem.ts';

/** The key of the set-up page. In a header, because addresses are logged by proxies. */
export const setupHeader = 'x-setup-key';

export const setupSteps = ['vision', 'script', 'speech', 'transcription'] as const;

/** What an AI does for a narration: looks, writes, speaks, transcribes. */
export const setupStepField = z.enum(setupSteps);

export type SetupStep = z.infer<typeof setupStepField>;

/** What a trial of a step found. */
export const stepTrialSchema = z.object({
  step: setupStepField,
  /** Its name for a person. */
  provider: z.string(),
  model: z.string().optional(),
  isOk: z.boolean(),
  /** What it answered, or why it failed and what to do. */
  sentence: z.string(),
  /** The provider's page that helps: for its keys, its bills, its models or its state. */
  helpUrl: z.url().optional(),
  seconds: z.number(),
  /** Such as `$0.0002`; absent if it costs nothing or the price is unknown. */
  cost: z.string().optional(),
});

export type StepTrial = z.infer<typeof stepTrialSchema>;

export const lastTrialSchema = stepTrialSchema.extend({ at: z.iso.datetime() });

/** `page`: saved by the set-up page; `found`: a server of this machine; `builtIn`: without AI. */
const sourceField = z.enum(['page', 'environment', 'found', 'installed', 'builtIn']);

const stepSchema = z.object({
  step: setupStepField,
  /** Absent if nobody does it: transcription has no offline engine. */
  provider: z.object({ id: z.string(), name: z.string(), model: z.string().optional() }).optional(),
  source: sourceField.optional(),
  /** Set by the environment, so the page cannot change it. */
  isFixed: z.boolean(),
  /** Why the first provider is not used, or what works only in part. */
  note: z.string().optional(),
  lastTrial: lastTrialSchema.optional(),
  /** Every provider that is set up for this step. */
  choices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The setting of its model for this step; absent if there is none to choose, or the environment sets it. */
      modelSetting: z.string().optional(),
      /** As set by the page; absent for automatic. */
      model: z.string().optional(),
    }),
  ),
});

const connectionFieldSchema = z.object({
  /** The setting's, as in the environment. */
  name: z.string(),
  kind: z.enum(['key', 'address', 'region', 'deployment']),
  isRequired: z.boolean(),
  /** An address as saved, or a key as `sk-…3fq8`; absent if not set. */
  shown: z.string().optional(),
  example: z.string().optional(),
});

/** What can be connected: a vendor with its key, or another address; `server`, one of this machine, can only be removed. */
const connectionSchema = z.object({
  id: z.string(),
  /** The id of the steps' choices; that of the other address is the one of its protocol. */
  provider: z.string(),
  name: z.string(),
  does: z.array(setupStepField),
  fields: z.array(connectionFieldSchema),
  source: sourceField.extract(['page', 'environment']).optional(),
  /** Where the vendor's keys are made. */
  keysUrl: z.url().optional(),
});

/** `GET /api/setup`. 403 for whoever does not run this server. */
export const setupAnswerSchema = z.object({
  /** False where several processes may share a database: the AI is set by the environment. */
  canSave: z.boolean(),
  steps: z.array(stepSchema),
  connections: z.array(connectionSchema),
});

export type SetupAnswer = z.infer<typeof setupAnswerSchema>;

/** `GET /api/setup/servers`: AI servers on this machine. Takes a few seconds. */
export const foundServersSchema = z.object({
  servers: z.array(
    z.object({
      port: z.number(),
      /** The program and its port. */
      name: z.string(),
      does: z.array(setupStepField),
      /** Those that write; `seesPictures` is absent if unknown. */
      models: z.array(z.object({ name: z.string(), seesPictures: z.boolean().optional() })),
      /** How to fetch a model that sees pictures, if there is none. */
      command: z.string().optional(),
    }),
  ),
});

/** `POST /api/setup/servers/:port`: tries and uses a server of this machine. Answers as {@link trySetupSchema}. */
export const useServerSchema = z.object({ model: z.string().min(1).max(300).optional() });

/** Longer than any key or address. */
const maxValueCharacters = 2000;

/** `POST /api/setup/try`: tries settings, and saves them. */
export const trySetupSchema = z.object({
  /** To add to the saved ones; null removes one. A key or address replaces the others of its connection. */
  values: z
    .record(z.string().max(100), z.string().trim().min(1).max(maxValueCharacters).nullable())
    .default({}),
  /** Then only this one is tried, and preferred for the steps that work; otherwise whoever does each step. */
  provider: z.string().max(100).optional(),
  /** By default all that the provider does; none to save without a trial. */
  steps: z.array(setupStepField).optional(),
  /** `passed`: if one step at least works. */
  save: z.enum(['never', 'passed', 'always']),
});

export type TrySetup = z.input<typeof trySetupSchema>;

/** Lines of the answer: a step begins, it ends; last, whether it was saved, or a problem. */
export const setupLineSchema = z.union([
  z.object({ begun: z.object({ step: setupStepField, provider: z.string() }) }),
  z.object({ trial: stepTrialSchema }),
  z.object({ isSaved: z.boolean() }),
  problemSchema,
]);

export type SetupLine = z.infer<typeof setupLineSchema>;

/** `checking`: all has arrived, and is compared with its hash, or the model is tried. `failed`: also of an installed one that was tried. */
export const modelStateField = z.enum([
  'none',
  'waiting',
  'downloading',
  'checking',
  'paused',
  'failed',
  'installed',
]);

const offeredModelSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** `look`: looks and writes. */
  step: z.enum(['look', 'speak', 'hear']),
  bytes: z.number(),
  memoryBytes: z.number(),
  languages: z.array(z.string()),
  licence: z.object({ name: z.string(), url: z.url(), asksConsent: z.boolean() }),
  /** Times as fast as it sounds, by a published measurement. */
  speed: z.number().optional(),
  fit: z.enum(['recommended', 'fits', 'slow', 'tooLarge']),
  state: modelStateField,
  arrivedBytes: z.number(),
  bytesPerSecond: z.number().optional(),
  /** Why it failed and what to do. */
  problem: z.string().optional(),
});

/** `GET /api/setup/models`: the free models. Asked again while one is downloaded. */
export const offeredModelsSchema = z.object({
  memoryBytes: z.number(),
  cores: z.number(),
  freeBytes: z.number(),
  models: z.array(offeredModelSchema),
});

export type OfferedModel = z.infer<typeof offeredModelSchema>;

/**
 * `PUT /api/setup/models/:name`: what shall become of it; answers as {@link offeredModelsSchema}. `none` cancels and deletes what has
 * arrived. Consent to a licence that asks for it is needed while nothing has arrived. An installed one that is wanted again is tried again.
 */
export const wantedModelSchema = z.object({
  wanted: z.enum(['installed', 'paused', 'none']),
  acceptsLicence: z.boolean().optional(),
});

/** `POST /api/setup/invitations`: for a server with `SIGN_UP=off`. The url is absent for an address that has an account. */
export const newInvitationSchema = z.object({ email: z.string().trim().toLowerCase().pipe(z.email()) });
export const invitationSchema = z.object({ url: z.url().optional(), isMailed: z.boolean() });

/** `POST /api/setup/key`: a new key; the old link ends. */
export const newSetupKeySchema = z.object({ url: z.url() });
