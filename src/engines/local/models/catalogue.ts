import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import catalogue from './catalogue.json' with { type: 'json' };

const languageName = z.enum(languages.map(({ name }) => name));

const fileSchema = z.strictObject({
  /** What the runtime uses it for: `model`, `projector`, `voices`, `tokens`, … */
  role: z.string(),
  /** `owner/name` on the host, and the commit. */
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/u),
  revision: z.string().regex(/^[0-9a-f]{40}$/u),
  path: z.string(),
  bytes: z.number().int().positive(),
  /** Undefined if no public source states it: then what the host declares for the revision counts. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});

const modelSchema = z.strictObject({
  /** For the command line, and its folder's name. */
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/u),
  title: z.string(),
  /** `look`: looks at pictures and writes; `speak`; `hear`. */
  step: z.enum(['look', 'speak', 'hear']),
  /** Of the runtime: `qwen3-vl`, `smolvlm2`, `gemma4`; `kokoro`, `piper`, `supertonic`; `whisper`. */
  kind: z.string(),
  /** That it does well. */
  languages: z.array(languageName).min(1),
  /** With its runtime, while it works. */
  memoryMb: z.number().int().positive(),
  licence: z.strictObject({
    name: z.string(),
    url: z.url(),
    /** Whether it has conditions of use that a person must accept. */
    asksConsent: z.boolean(),
  }),
  files: z.array(fileSchema).min(1),
});

/** A model that `npm run models` can fetch: several files of public repositories. */
export type LocalModel = z.output<typeof modelSchema>;
export type ModelFile = z.output<typeof fileSchema>;

/** Every model, the preferred ones of a step first. */
export const localModels: readonly LocalModel[] = z.array(modelSchema).parse(catalogue);
