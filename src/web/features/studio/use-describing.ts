import { useEffect, useRef, useState } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { describedVideoMessages as messages } from '#shared/messages/described-video.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
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

/**
 * Places the lines of a timed script as a description, in the gaps of the video's speech, or as a narration; finds the gaps
 * where they are unknown.
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
    if (!video || videoSeconds === undefined) return report(t(messages.needsVideo));
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
      else report(t(kind === 'standard' ? messages.undecodable : messages.undecodableExtended));
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
  return t(studioWorkMessages.listened, {
    done: formatDuration(heardSeconds),
    total: formatDuration(totalSeconds),
  });
}
