import { z } from 'zod';

/** The containers that C2PA 2.2 has a place in for its manifests, and that this product writes. */
export const signedContainers = ['mp3', 'wav', 'mp4'] as const;

export type SignedContainer = (typeof signedContainers)[number];

/** What a signed file states about how it was made: of `Provenance`, what is not a text. */
const claimSchema = z.object({
  /** A voice alone, or a video or sound that is mixed with it. */
  kind: z.enum(['voice', 'mixed']),
  text: z.enum(['person', 'ai', 'ai and person']).optional(),
  /** Recordings of people and music beside synthetic voices, or no synthetic voice at all. */
  recorded: z.enum(['some', 'all']).optional(),
  isTranslated: z.boolean(),
  isDescription: z.boolean(),
  /** Of the voice, BCP 47. */
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/),
});

export type Claim = z.infer<typeof claimSchema>;

const byteCount = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * `POST /api/free/content-credentials`, JSON: what is to be signed. Answers a manifest store (`application/c2pa`) of exactly
 * `storeBytes`, to be put into the file. The file itself is not sent.
 */
export const signingRequestSchema = z.object({
  container: z.enum(signedContainers),
  /** SHA-256 of the file without the manifest store, in hexadecimal; of an MP4 as C2PA 2.2, 18.7 says. */
  hash: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .length(64),
  /** What is left out of the hash of an mp3 or WAV. */
  excluded: z.object({ start: byteCount, length: byteCount }).optional(),
  /** At most a megabyte. */
  storeBytes: z
    .int()
    .min(1)
    .max(2 ** 20),
  claim: claimSchema,
});

export type SigningRequest = z.infer<typeof signingRequestSchema>;
