import type { TryLimit } from '../limits/recent-tries.ts';

/** How much work one video or the pictures of one request may be. Processor seconds are those of the child, all its threads. */
export interface DecodingLimits {
  /** How long a child may take to start, by the clock. It takes a second, on a busy machine ten. */
  readonly startLimitMs: number;
  /** Processor seconds for opening a video and reading its index. A good one of four hours takes a tenth of one. */
  readonly openingSeconds: number;
  /** Processor seconds for decoding. Ten pictures of 1080p take less than one. */
  readonly decodingSeconds: number;
  /** Processor seconds for listening to all of a video's sound. An hour of speech takes half a minute. */
  readonly listeningSeconds: number;
  /**
   * Processor seconds for making a file of an older format one that is read like any other. Only the command line does so; a
   * film of two hours that must be decoded takes ten minutes.
   */
  readonly copyingSeconds: number;
  /** How long that may take by the clock. */
  readonly copyingLimitMs: number;
  /** How long all else may take by the clock, without the wait for its turn. A busy machine is slow with good videos too. */
  readonly timeLimitMs: number;
  /** Memory of a child process above which it is killed, in bytes. */
  readonly maxChildBytes: number;
  /**
   * How large a child's heap of JavaScript may grow, in MiB; there V8 ends it. A good video of four hours whose 860,000 pictures are each listed by
   * themselves is read with 96 of it, and not with 64.
   */
  readonly maxHeapMebibytes: number;
  /** A child without work for this long is ended. */
  readonly idleMs: number;
}

export const defaultDecodingLimits: DecodingLimits = {
  startLimitMs: 60_000,
  openingSeconds: 5,
  decodingSeconds: 20,
  listeningSeconds: 100,
  copyingSeconds: 3600,
  copyingLimitMs: 3_600_000,
  timeLimitMs: 120_000,
  maxChildBytes: 1024 ** 3,
  maxHeapMebibytes: 128,
  idleMs: 60_000,
};

/** Of the child that recognises things and print. Ten pictures take four processor seconds, its models one. */
export const defaultRecognitionLimits: DecodingLimits = {
  startLimitMs: 60_000,
  openingSeconds: 10,
  decodingSeconds: 40,
  // It only looks.
  listeningSeconds: 0,
  copyingSeconds: 0,
  copyingLimitMs: 0,
  timeLimitMs: 120_000,
  // Usually it takes 340 MB, with the worst pictures 420; each further language of print some 80.
  maxChildBytes: 768 * 1024 ** 2,
  maxHeapMebibytes: 384,
  idleMs: 60_000,
};

/**
 * Processor milliseconds of decoders that one address or account may use in an hour. The offline engine needs six seconds of
 * them for a narration, five of which it looks at pictures: so an account with 50 a day may have them all in one hour, and the
 * worst that an address can do is a twenty-fourth of two processors.
 */
export const defaultDecodingBudget: TryLimit = { most: 300_000, windowSeconds: 3600 };
