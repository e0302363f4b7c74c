import type { Channels } from './stereo-sound.ts';

/** Sound that comes in pieces of any length, read in pieces of the length that is wanted. */
export interface SampleReader {
  /** As many samples as are wanted of each channel; after the sound's end, silence. */
  take(count: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Frees the source, wherever it is. */
  close(): Promise<void>;
}

/** @param channelCount how many channels each piece has */
export function createSampleReader(pieces: AsyncIterable<Channels>, channelCount: number): SampleReader {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Channels = [];
  let used = 0;
  /** Makes the next piece the one that is read, where the last one was used up. */
  const hasMore = async () => {
    while (used >= (piece[0]?.length ?? 0)) {
      const next = await iterator.next();
      if (next.done) return false;
      piece = next.value;
      used = 0;
    }
    return true;
  };
  return {
    async take(count) {
      const taken = Array.from({ length: channelCount }, () => new Float32Array(count));
      for (let filled = 0; filled < count && (await hasMore()); ) {
        const part = Math.min((piece[0]?.length ?? 0) - used, count - filled);
        for (const [index, samples] of taken.entries())
          samples.set((piece[index] as Float32Array).subarray(used, used + part), filled);
        filled += part;
        used += part;
      }
      return taken;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
