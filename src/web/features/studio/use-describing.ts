import { useEffect, useRef, useState } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { formatDuration } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { Narration } from './use-narration.ts';

/** What is described, and how. */
export interface DescriptionOptions {
  /** Undefined for a narration. */
  readonly kind: DescriptionKind | undefined;
  readonly video: File | undefined;
  readonly videoSeconds: number | undefined;
}

/** What a person should know of it. */
export interface DescribingNote {
  readonly tone: 'progress' | 'plain' | 'problem';
  readonly text: string;
}

const notes = {
  noVideo:
    'Without its video Benshi does not know where people speak. Once you choose it, the lines are laid into the gaps.',
  unheard: {
    standard:
      'This browser cannot decode the sound of the video, so nobody knows where people speak, and no line is spoken. Choose Extended: the picture then waits for each line.',
    extended:
      'This browser cannot decode the sound of the video, so nobody knows where people speak: the picture waits for each line.',
  },
};

/**
 * Has the lines of a timed script laid as a description, in the gaps of the video's speech, or as a narration; listens for where
 * people speak where that is not known.
 */
export function useDescribing(
  { describe, state }: Narration,
  { kind, video, videoSeconds }: DescriptionOptions,
): DescribingNote | undefined {
  const [note, setNote] = useState<DescribingNote>();
  const videoBefore = useRef<File>(undefined);
  const latest = useRef({ describe, describing: state.describing });
  latest.current = { describe, describing: state.describing };

  useEffect(() => {
    const { describe, describing } = latest.current;
    const report = (text: string, tone: DescribingNote['tone'] = 'plain') => setNote({ text, tone });
    setNote(undefined);
    if (!kind) return describing && describe(undefined);
    const isOtherVideo = videoBefore.current !== undefined && videoBefore.current !== video;
    videoBefore.current = video;
    describe({ kind, gaps: undefined, isOtherVideo, speech: undefined });
    if (!video || videoSeconds === undefined) return report(notes.noVideo);
    const controller = new AbortController();
    const { signal } = controller;
    const listen = async () => {
      const { listenForGaps } = await loadChunk('speech finder', () => import('./listen-for-gaps.ts'));
      const heard = await listenForGaps(video, videoSeconds, {
        signal,
        noteProgress: seconds => report(describeListening(seconds, videoSeconds), 'progress'),
      });
      if (signal.aborted) return;
      const { gaps, speech, isHeard } = heard;
      latest.current.describe({ kind, gaps, speech });
      if (isHeard) setNote(undefined);
      else report(notes.unheard[kind]);
    };
    listen().catch((error: unknown) => {
      if (signal.aborted) return;
      noteFailure(error);
      report(describeFailure(error), 'problem');
    });
    return () => controller.abort();
  }, [kind, video, videoSeconds]);

  return note;
}

function describeListening(heardSeconds: number, totalSeconds: number): string {
  return `Listening for where people speak: ${formatDuration(heardSeconds)} of ${formatDuration(totalSeconds)}.`;
}
