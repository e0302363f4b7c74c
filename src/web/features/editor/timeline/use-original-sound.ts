import { useEffect, useState } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';

/** Of a sound that cannot be read. */
const nothing: Loudness = { peaks: new Float32Array(), seconds: 0, isWhole: true };

/** How loud a video's own sound is, as far as it is known; undefined while nothing is. */
export function useOriginalLoudness(file: Blob | undefined): Loudness | undefined {
  const [known, setKnown] = useState<{ of: Blob; loudness: Loudness }>();
  useEffect(() => {
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    const report = (loudness: Loudness) => {
      if (!signal.aborted) setKnown({ of: file, loudness });
    };
    const read = async () => {
      const { readOriginalLoudness } = await loadChunk(
        'original sound reader',
        () => import('./read-original-loudness.ts'),
      );
      signal.throwIfAborted();
      report(await readOriginalLoudness(file, signal, report));
    };
    // The lines can be laid without it.
    read().catch(() => report(nothing));
    return () => controller.abort();
  }, [file]);
  return known?.of === file ? known?.loudness : undefined;
}
