/** How long and how much of a request body is waited for. */
export interface UploadLimits {
  /** No byte for this long: 408. */
  readonly stallMs: number;
  /** From this age on, a body must have come at `leastBytesPerSecond` on average, else 408. */
  readonly slowAfterMs: number;
  readonly leastBytesPerSecond: number;
  /** What bodies without an end may take of memory, all together and those of one address. */
  readonly heldBytes: number;
  readonly heldBytesPerAddress: number;
  /** A body that was refused is still read this far, so that the sender gets to read why. */
  readonly drainBytes: number;
  readonly drainMs: number;
  /** Uploads that one address may have running. */
  readonly perAddress: number;
}

const mebibyte = 1024 ** 2;

export const defaultUploadLimits: UploadLimits = {
  stallMs: 30_000,
  slowAfterMs: 60_000,
  leastBytesPerSecond: 8 * 1024,
  // An upload to disk has 128 KiB in buffers when the disk is slow: there is room for those of 500.
  heldBytes: 64 * mebibyte,
  heldBytesPerAddress: 16 * mebibyte,
  drainBytes: 64 * mebibyte,
  drainMs: 10_000,
  perAddress: 4,
};

/** What fields and boundaries may add to the files of a form. They stay in memory. */
export const formOverheadBytes = 2 * mebibyte;
/** Files of one form that stay in memory until it is answered, all together: the pictures of most videos. */
export const maxHeldFileBytes = mebibyte;
/**
 * What waits to be written to disk, of one upload: with a megabyte what comes meanwhile is written at once, which doubles the speed; 64 KiB is one
 * piece as it comes. So few may have so much that a slow disk costs 8 MB.
 */
export const writeBuffers = { large: mebibyte, largeUntil: 8, small: 64 * 1024 } as const;
/** The longest text field; the schemas say what each may really hold. */
export const maxTextFieldBytes = mebibyte;
/** More parts than this are no form that a page of ours would send. */
export const maxFormFields = 200;

const units = [
  ['GB', 3],
  ['MB', 2],
  ['kB', 1],
] as const;

/**
 * A limit as a person reads it, never more than it is: `2 GB` for 2,147,483,648 bytes as well as for 2,000,000,000, because
 * people set limits in either.
 */
export function describeByteLimit(bytes: number): string {
  const [unit, power] = units.find(([, each]) => bytes >= 1000 ** each) ?? ['bytes', 0];
  const isBinary = (bytes * 10) % 1024 ** power === 0;
  const size = (isBinary ? 1024 : 1000) ** power;
  return `${Math.floor((bytes / size) * 100) / 100} ${unit}`;
}
