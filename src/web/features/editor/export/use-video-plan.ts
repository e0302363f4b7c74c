import { useEffect, useState } from 'react';
import type { PlanRequest } from '#media/mix/plan-narrated-video.ts';
import { describeFailure } from '../../../lib/failures.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { NarratedVideoPlan } from './plan-video.ts';

export interface PlannedVideo {
  readonly plan: NarratedVideoPlan | undefined;
  readonly problem: string | undefined;
}

export function useVideoPlan(
  video: File,
  { sound, keepsOriginal, audioTrack, pauses }: PlanRequest,
): PlannedVideo {
  const [planned, setPlanned] = useState<PlannedVideo>({ plan: undefined, problem: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    loadChunk('video plan', () => import('./plan-video.ts'))
      .then(({ planVideo }) => planVideo(video, { sound, keepsOriginal, audioTrack, pauses }, signal))
      .then(
        plan => signal.aborted || setPlanned({ plan, problem: undefined }),
        error => signal.aborted || setPlanned({ plan: undefined, problem: describeFailure(error) }),
      );
    return () => leaving.abort();
  }, [video, sound, keepsOriginal, audioTrack, pauses]);
  return planned;
}
