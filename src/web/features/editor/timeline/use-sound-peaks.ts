import { useEffect, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';

const known = new WeakMap<Blob, Float32Array>();

/** One sound is read after the other, so that many in sight leave the page free. */
let reading: Promise<unknown> = Promise.resolve();

/**
 * How loud a line's sound is, over time; undefined until it is known, also where it cannot be read.
 * @param sound an mp3, read once however often it comes into sight
 */
export function useSoundPeaks(sound: Blob | undefined): Float32Array | undefined {
  const [, setArrived] = useState<Blob>();
  useEffect(() => {
    if (!sound || known.has(sound)) return;
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      if (signal.aborted) return;
      const { readLoudness } = await loadChunk('sound reader', () => import('../player/read-loudness.ts'));
      const { peaks } = await readLoudness(sound, signal, () => {});
      known.set(sound, peaks);
      if (!signal.aborted) setArrived(sound);
    };
    // The block stays without a wave; the line is heard all the same.
    reading = reading.then(read).catch(() => {});
    return () => controller.abort();
  }, [sound]);
  return sound && known.get(sound);
}
