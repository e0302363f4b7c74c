import { CodedError } from '#shared/errors.ts';
import { toSamples } from '../provider/pcm-samples.ts';

/** Buffers sound between a provider, which sends at any speed, and its reader. */
export interface SoundQueue {
  /** @param pcm 16-bit little-endian samples */
  add(pcm: Buffer): void;
  /**
   * Resolves once there is sound.
   * @throws its failure, also if it ended without sound
   */
  waitForSound(): Promise<void>;
  /** Resolves once fewer than this many bytes are unread. */
  waitForSpace(bytes: number): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  /** Samples from -1 to 1. Can be read once. */
  readonly samples: AsyncIterable<Float32Array>;
}

/** @param whenLeft called if the reader stops early */
export function createSoundQueue(whenLeft: () => void): SoundQueue {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let outcome: { readonly error?: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function report(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  async function take(): Promise<IteratorResult<Float32Array, undefined>> {
    for (;;) {
      const pcm = kept.shift();
      if (pcm) {
        keptBytes -= pcm.length;
        report();
        return { done: false, value: toSamples(pcm) };
      }
      if (outcome && 'error' in outcome) throw outcome.error;
      if (outcome) return { done: true, value: undefined };
      await changed.promise;
    }
  }

  function settle(how: { readonly error?: unknown }): void {
    outcome ??= how;
    report();
  }

  return {
    add(pcm) {
      kept.push(pcm);
      keptBytes += pcm.length;
      report();
    },
    async waitForSound() {
      while (kept.length === 0 && !outcome) await changed.promise;
      if (outcome && 'error' in outcome) throw outcome.error;
      if (kept.length === 0) throw new CodedError('provider_garbage');
    },
    async waitForSpace(bytes) {
      while (keptBytes >= bytes && !outcome) await changed.promise;
    },
    end: () => settle({}),
    fail: error => settle({ error }),
    // Not a generator: one that was never started does not report its return.
    samples: {
      [Symbol.asyncIterator]: () => ({
        next: take,
        return: async () => {
          kept.length = 0;
          settle({});
          whenLeft();
          return { done: true, value: undefined };
        },
      }),
    },
  };
}
