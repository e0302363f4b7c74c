import { limitErrors } from '#shared/messages/limit-errors.ts';
import { type RecentTries, type TryLimit, takeTry } from '../limits/recent-tries.ts';

/** Limits on the work for one video or the images of one request. Processor seconds are those of all threads of the child. */
export const defaultDecodingLimits = {
  /** Longest wall-clock time to start a child. It takes a second, on a busy machine ten. */
  startLimitMs: 60_000,
  /** Processor seconds to open a video and read its index. A valid one of four hours takes a tenth of one. */
  openingSeconds: 5,
  /** Processor seconds to decode. Ten frames of 1080p take less than one. */
  decodingSeconds: 20,
  /** Processor seconds to detect speech in a video's sound. An hour of speech takes half a minute. */
  listeningSeconds: 100,
  /** Processor seconds to convert an older file, in the command line only. Transcoding two hours takes ten minutes. */
  copyingSeconds: 3600,
  /** The wall-clock limit for that. */
  copyingLimitMs: 3_600_000,
  /** The wall-clock limit for all other work, without queueing. Valid videos are slow, too, on a busy machine. */
  timeLimitMs: 120_000,
  /** A child process with more memory is killed, in bytes. */
  maxChildBytes: 1024 ** 3,
  /** Limit of a child's heap in MiB. A valid video of four hours with 860,000 indexed frames needs between 64 and 96. */
  maxHeapMebibytes: 128,
  idleMs: 60_000,
};

export type DecodingLimits = Readonly<typeof defaultDecodingLimits>;

/** For the child that recognises objects and text. Ten frames take four processor seconds, loading its models one. */
export const defaultRecognitionLimits: DecodingLimits = {
  ...defaultDecodingLimits,
  openingSeconds: 10,
  decodingSeconds: 40,
  // It handles no sound.
  listeningSeconds: 0,
  // Usually 340 MB, with the worst images 420; each further text language adds some 80.
  maxChildBytes: 768 * 1024 ** 2,
  maxHeapMebibytes: 384,
};

/**
 * Processor milliseconds of decoding for one address or account in an hour. The offline engine needs six seconds per narration, five of
 * them for vision: so an account can use its 50 a day within one hour, and one address can use at most a twenty-fourth of two processors.
 */
export const defaultDecodingBudget: TryLimit = { most: 300_000, windowSeconds: 3600 };

export type DecodingBudget = ReturnType<typeof createDecodingBudget>;

const minMs = 10;

/** In the database, so that all processes share the budget. @param limit its `most` is in milliseconds */
export function createDecodingBudget(tries: RecentTries, limit: TryLimit) {
  const nameKey = (requester: string) => ['decoding', requester];
  return {
    /** @throws CodedError `rate_limited` with the seconds to wait when it is used up */
    requireLeft: (requester: string) =>
      takeTry(tries, nameKey(requester), limit, limitErrors.decoding, minMs),
    charge: (requester: string, seconds: number) =>
      tries.add(nameKey(requester), limit, Math.ceil(seconds * 1000)),
  };
}
