import { useEffect, useState } from 'react';
import type { SoundChoice } from '#media/mix-settings.ts';
import type { VideoPlan } from '#media/plan-narrated-video.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { loadChunk } from '../../lib/load-chunk.ts';

/** What a video would become; neither is there until it was looked at. */
export interface PlannedVideo {
  readonly plan: VideoPlan | undefined;
  readonly problem: string | undefined;
}

/** Looks into a video's container for what can be made of it. */
export function useVideoPlan(
  video: File,
  sound: SoundChoice | undefined,
  pauses: readonly PicturePause[],
): PlannedVideo {
  const [planned, setPlanned] = useState<PlannedVideo>({ plan: undefined, problem: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    loadChunk('video plan', () => import('./plan-video.ts'))
      .then(({ planVideo }) => planVideo(video, { sound, pauses }, signal))
      .then(
        plan => signal.aborted || setPlanned({ plan, problem: undefined }),
        error => signal.aborted || setPlanned({ plan: undefined, problem: describeFailure(error) }),
      );
    return () => leaving.abort();
  }, [video, sound, pauses]);
  return planned;
}
