import { useEffect, useState } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';

/** How loud a recording is, as far as it is known; undefined while nothing is, also where it could not be read. */
export function useLoudness(recording: Blob | undefined): Loudness | undefined {
  const [known, setKnown] = useState<{ of: Blob; loudness: Loudness }>();
  useEffect(() => {
    if (!recording) return;
    const controller = new AbortController();
    const { signal } = controller;
    const report = (loudness: Loudness) => {
      if (!signal.aborted) setKnown({ of: recording, loudness });
    };
    const read = async () => {
      const { readLoudness } = await loadChunk('sound reader', () => import('./read-loudness.ts'));
      signal.throwIfAborted();
      report(await readLoudness(recording, signal, report));
    };
    // The line stays plain; the recording is played by the browser all the same.
    read().catch(() => {});
    return () => controller.abort();
  }, [recording]);
  return known?.of === recording ? known?.loudness : undefined;
}
