import type { TryLimit } from '../limits/recent-tries.ts';

/** Limits on the work for one video or the images of one request. Processor seconds are those of all threads of the child. */
export interface DecodingLimits {
  /** Longest wall-clock time to start a child. It takes a second, on a busy machine ten. */
  readonly startLimitMs: number;
  /** Processor seconds to open a video and read its index. A valid one of four hours takes a tenth of one. */
  readonly openingSeconds: number;
  /** Processor seconds to decode. Ten frames of 1080p take less than one. */
  readonly decodingSeconds: number;
  /** Processor seconds to detect speech in a video's sound. An hour of speech takes half a minute. */
  readonly listeningSeconds: number;
  /**
   * Processor seconds to convert a file of an older format. Only the command line does so; a
   * two-hour video that must be transcoded takes ten minutes.
   */
  readonly copyingSeconds: number;
  /** The wall-clock limit for that. */
  readonly copyingLimitMs: number;
  /** The wall-clock limit for all other work, without queueing. Valid videos are slow, too, on a busy machine. */
  readonly timeLimitMs: number;
  /** A child process with more memory is killed, in bytes. */
  readonly maxChildBytes: number;
  /**
   * The limit of a child's JavaScript heap in MiB. A valid video of four hours with 860,000 individually indexed frames
   * needs between 64 and 96.
   */
  readonly maxHeapMebibytes: number;
  /** An idle child is ended after this long. */
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

/** For the child that recognises objects and text. Ten frames take four processor seconds, loading its models one. */
export const defaultRecognitionLimits: DecodingLimits = {
  startLimitMs: 60_000,
  openingSeconds: 10,
  decodingSeconds: 40,
  // It handles no sound.
  listeningSeconds: 0,
  copyingSeconds: 0,
  copyingLimitMs: 0,
  timeLimitMs: 120_000,
  // Usually 340 MB, with the worst images 420; each further text language adds some 80.
  maxChildBytes: 768 * 1024 ** 2,
  maxHeapMebibytes: 384,
  idleMs: 60_000,
};

/**
 * Processor milliseconds of decoding for one address or account in an hour. The offline engine needs six seconds per narration, five of
 * them for vision: so an account can use its 50 a day within one hour, and one address can use at most a twenty-fourth of two processors.
 */
export const defaultDecodingBudget: TryLimit = { most: 300_000, windowSeconds: 3600 };
