import { useEffect, useState } from 'react';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';

/** Where people speak in a video's own sound; undefined while it is not known, and where it cannot be. */
export function useOriginalSpeech(file: Blob | undefined): readonly TimeSpan[] | undefined {
  const [known, setKnown] = useState<{ of: Blob; speech: readonly TimeSpan[] }>();
  useEffect(() => {
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      const { readSpeech } = await loadChunk('speech finder', () => import('./read-speech.ts'));
      const speech = await readSpeech(file, signal);
      if (!signal.aborted) setKnown({ of: file, speech });
    };
    // The lines can be laid without it.
    read().catch(() => {});
    return () => controller.abort();
  }, [file]);
  return known?.of === file ? known?.speech : undefined;
}
