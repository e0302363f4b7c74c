/** How long and how much of a request body is waited for. */
export interface UploadLimits {
  /** No byte for this long: 408. */
  readonly stallMs: number;
  /** From this age on, a body must have come at `leastBytesPerSecond` on average, else 408. */
  readonly slowAfterMs: number;
  readonly leastBytesPerSecond: number;
  /** A body that was refused is still read this far, so that the sender gets to read why. */
  readonly drainBytes: number;
  readonly drainMs: number;
  /** Uploads that one address may have running. */
  readonly perAddress: number;
}

export const defaultUploadLimits: UploadLimits = {
  stallMs: 30_000,
  slowAfterMs: 60_000,
  leastBytesPerSecond: 8 * 1024,
  drainBytes: 64 * 1024 * 1024,
  drainMs: 10_000,
  perAddress: 4,
};

/** What fields and boundaries may add to the files of a form. */
export const formOverheadBytes = 2 * 1024 * 1024;
/** The longest text field; the schemas say what each may really hold. */
export const maxTextFieldBytes = 1024 * 1024;
