import type { DescribedVideo } from '#shared/script/plan-description.ts';
import type { Describing } from './script-history.ts';

/**
 * The video that lines describe. Without one there is no speech to avoid.
 * @returns undefined for a narration, and while the gaps are unknown
 */
export function describeVideo(
  describing: Describing | undefined,
  durationSeconds: number,
  video: File | undefined,
): DescribedVideo | undefined {
  if (!describing) return undefined;
  const { kind, speech } = describing;
  const gaps = describing.gaps ?? (video ? undefined : [{ startSeconds: 0, endSeconds: durationSeconds }]);
  return gaps && { kind, gaps, speech, durationSeconds };
}
