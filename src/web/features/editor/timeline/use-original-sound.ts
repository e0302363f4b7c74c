import { useEffect, useState } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { Editor } from '../model/editor.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import { useEditor } from '../model/use-editor.tsx';

/** Of a sound that cannot be read. */
const nothing: Loudness = { peaks: new Float32Array(), seconds: 0, isWhole: true };

/**
 * How loud a video's own sound is, as far as it is known; undefined while nothing is. After that it is listened to for speech, so
 * that the machine does one of them at a time.
 */
export function useOriginalSound(video: ChosenVideo): Loudness | undefined {
  const editor = useEditor();
  const [known, setKnown] = useState<{ of: ChosenVideo; loudness: Loudness }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const report = (loudness: Loudness) => {
      if (!signal.aborted) setKnown({ of: video, loudness });
    };
    // The lines can be placed without either.
    readLoudness(video, signal, report)
      .catch(() => nothing)
      .then(loudness => {
        report(loudness);
        return loudness.peaks.length > 0 ? findSpeech(editor, video, signal) : undefined;
      })
      .catch(() => {});
    return () => controller.abort();
  }, [editor, video]);
  return known?.of === video ? known.loudness : undefined;
}

async function readLoudness(
  { file }: ChosenVideo,
  signal: AbortSignal,
  report: (loudness: Loudness) => void,
): Promise<Loudness> {
  const { readOriginalLoudness } = await loadChunk(
    'original sound reader',
    () => import('./read-original-loudness.ts'),
  );
  signal.throwIfAborted();
  return readOriginalLoudness(file, signal, report);
}

async function findSpeech({ store }: Editor, video: ChosenVideo, signal: AbortSignal): Promise<void> {
  if (signal.aborted || store.getState().heard) return;
  const { listenForGaps } = await loadChunk('speech finder', () => import('../jobs/listen-for-gaps.ts'));
  const heard = await listenForGaps(video.file, video.facts.durationSeconds, { signal });
  store.setState(state => (state.video === video ? { heard } : state));
}
