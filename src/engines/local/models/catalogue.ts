import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import catalogue from './catalogue.json' with { type: 'json' };

const languageName = z.enum(languages.map(({ name }) => name));

const fileSchema = z.strictObject({
  /**
   * What the runtime uses it for, each once in a model. `look`: `model`, `projector`. `speak`: of `piper` `model`, `tokens`; of `kokoro`
   * `model`, `voices`, `tokens`, `lexicon`, `lexicon-zh`; of `supertonic` `duration-predictor`, `text-encoder`, `vector-estimator`,
   * `vocoder`, `settings`, `unicode-indexer`, `voices`. `hear`: `encoder`, `decoder`, `tokens`, of `parakeet` also `joiner`.
   */
  role: z.string(),
  /** `owner/name` on the host. */
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/u),
  /**
   * The commit. Undefined where no public source states size and hash: then the newest one is fetched, `bytes` is about
   * right, and what the host declared is kept beside the file.
   */
  revision: z.hash('sha1').optional(),
  path: z.string(),
  bytes: z.number().int().positive(),
  sha256: z.hash('sha256').optional(),
});

const modelSchema = z.strictObject({
  /** For the command line, and its folder's name. */
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/u),
  title: z.string(),
  /** `look`: looks at pictures and writes; `speak`; `hear`. */
  step: z.enum(['look', 'speak', 'hear']),
  /** Of the runtime: `qwen3-vl`, `smolvlm2`, `gemma4`; `kokoro`, `piper`, `supertonic`; `whisper`, `parakeet`. */
  kind: z.string(),
  /** That it does well, by its makers. */
  languages: z.array(languageName).min(1),
  /** With its runtime, while it works. */
  memoryMb: z.number().int().positive(),
  /** With fewer, a smaller model is recommended. */
  minCores: z.number().int().positive().optional(),
  /** A published measurement: seconds of work for a second of sound. */
  speed: z
    .strictObject({
      workSecondsPerSecond: z.number().positive(),
      cores: z.number().int().positive(),
      source: z.url(),
    })
    .optional(),
  licence: z.strictObject({
    name: z.string(),
    url: z.url(),
    /** Whether it has conditions of use that a person must accept. */
    asksConsent: z.boolean(),
  }),
  files: z.array(fileSchema).min(1),
});

/** Of `catalogue.json`, and of those that tests make. */
export const catalogueSchema = z.array(modelSchema);

export type LocalModel = z.output<typeof modelSchema>;
export type ModelFile = z.output<typeof fileSchema>;

/** Every model, the preferred ones of a step first. */
export const localModels: readonly LocalModel[] = catalogueSchema.parse(catalogue);

export function countBytes({ files }: LocalModel): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
