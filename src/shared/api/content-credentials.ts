import { z } from 'zod';
import { maxReceipts } from '../limits.ts';

/** The containers that C2PA 2.2 has a place in for its manifests, and that this product writes. */
export const signedContainers = ['mp3', 'wav', 'mp4'] as const;

export type SignedContainer = (typeof signedContainers)[number];

const kinds = ['voice', 'mixed'] as const;

/** What a signed file states of what was made for it here: of `Provenance`, what is neither a text nor a person's work. */
export interface Claim {
  /** A voice alone, or a video or sound that is mixed with it. */
  readonly kind: (typeof kinds)[number];
  /** By a synthetic voice. */
  readonly isSpoken?: boolean;
  /** All of its voices are made by rules, of no sampled speech. */
  readonly isAlgorithmic?: boolean | undefined;
  /** Recordings of people or music are heard, too. */
  readonly isComposed?: boolean | undefined;
  /** With AI. */
  readonly isWritten?: boolean;
  /** By AI; BCP 47. */
  readonly translatedInto?: readonly string[];
}

const byteCount = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * `POST /api/content-credentials`, JSON: what is to be signed. Answers a manifest store (`application/c2pa`) of the bytes that
 * `GET /api/config` names, to be put into the file. The file itself is not sent.
 */
export const signingRequestSchema = z.object({
  container: z.enum(signedContainers),
  /** SHA-256 of the file without the manifest store, in hexadecimal; of an MP4 as C2PA 2.2, 18.7 says. */
  hash: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .length(64),
  /** What is left out of the hash of an mp3 or WAV: the place of the manifest store, and nothing else. */
  excluded: z.object({ start: byteCount, length: byteCount }).optional(),
  kind: z.enum(kinds),
  isComposed: z.boolean().optional(),
  /** Of `Source`: the claim says only what they prove. Others are passed over. */
  receipts: z.array(z.string().max(1000)).max(maxReceipts).default([]),
});

export type SigningRequest = z.infer<typeof signingRequestSchema>;
