import { type CodedError, refuse } from '#shared/errors.ts';
import { maxTimedFrames } from '#shared/limits.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Request } from '../http/app-types.ts';

const mebibyte = 1024 ** 2;

export const defaultUploadLimits = {
  /** No byte for this long: 408. */
  stallMs: 30_000,
  /** From this age on, a body must have arrived at `minBytesPerSecond` on average, else 408. */
  slowAfterMs: 60_000,
  minBytesPerSecond: 8 * 1024,
  /**
   * Memory limits for unfinished bodies, in total and per address. An upload to a slow disk has 128 KiB in buffers: space for
   * 500 uploads.
   */
  heldBytes: 64 * mebibyte,
  heldBytesPerAddress: 16 * mebibyte,
  /** A refused body is read this far, so that the client can read the answer. */
  drainBytes: 64 * mebibyte,
  drainMs: 10_000,
  perAddress: 4,
};

export type UploadLimits = Readonly<typeof defaultUploadLimits>;

/** What fields and boundaries may add to a form. They stay in memory. */
export const formOverheadBytes = 2 * mebibyte;
/** Total size of a form's files in memory: the frames of most videos. */
export const maxHeldFileBytes = mebibyte;
/**
 * Write buffer of one upload: with a megabyte, what arrives during a write is written at once, which doubles the speed; 64 KiB is one
 * chunk. Limited to a few large ones, so that a slow disk costs 8 MB.
 */
export const writeBuffers = { large: mebibyte, largeUntil: 8, small: 64 * 1024 } as const;
export const maxTextFieldBytes = mebibyte;
/** Frames with their time, moment and detail each, and some more. */
export const maxFormFields = 3 * maxTimedFrames + 40;

const units = [
  ['GB', 3],
  ['MB', 2],
  ['kB', 1],
] as const;

/** A limit for display, rounded down: `2 GB` for 2,147,483,648 bytes as well as for 2,000,000,000, because operators set either. */
export function describeByteLimit(bytes: number): string {
  const [unit, power] = units.find(([, each]) => bytes >= 1000 ** each) ?? ['bytes', 0];
  const isBinary = (bytes * 10) % 1024 ** power === 0;
  const size = (isBinary ? 1024 : 1000) ** power;
  return `${Math.floor((bytes / size) * 100) / 100} ${unit}`;
}

const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))\s*(?:;|$)/iu;
/** The limit of RFC 2046; the parser would fail on more than 256. */
const maxBoundaryCharacters = 70;

export function refuseEarly(request: Request, maxFileBytes: number): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/iu.test(type)) throw refuse('unsupported_media_type', requestErrors.notForm);
  if (findBoundary(request) === undefined) throw refuse('bad_request', requestErrors.noBoundary);
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formOverheadBytes)
    throw tooLarge(maxFileBytes);
}

function findBoundary(request: Request): string | undefined {
  const [, quoted, plain] = boundary.exec(request.headers['content-type'] ?? '') ?? [];
  const named = quoted ?? plain;
  return named === undefined || named.length > maxBoundaryCharacters ? undefined : named;
}

/** For a form without files, the error is about the form. */
export function tooLarge(maxBytes: number): CodedError {
  if (maxBytes === 0) return refuse('too_large', requestErrors.formTooLarge);
  return refuse('too_large', requestErrors.fileTooLarge, { limit: describeByteLimit(maxBytes) });
}
