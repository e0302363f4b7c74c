import { describeOmittedParts, listOmittedParts } from '../container/kept-parts.ts';
import { withWriteErrors } from '../container/video-file.ts';
import { type PlanRequest, planNarratedVideo, type VideoPlan } from '../mix/plan-narrated-video.ts';
import { anyLength, readBlob, withVideo } from './open-video-blob.ts';

/** What a video would become in this browser. */
export type NarratedVideoPlan = VideoPlan & { readonly omitted: string | undefined };

/** @throws {CodedError} when the file cannot be read any more */
export function planVideo(file: File, request: PlanRequest, signal: AbortSignal): Promise<NarratedVideoPlan> {
  return withWriteErrors(
    () =>
      withVideo(file, anyLength, async video => {
        const plan = await planNarratedVideo(video, request);
        const omitted = await listOmittedParts(readBlob(file), plan.container);
        return { ...plan, omitted: describeOmittedParts(omitted) };
      }),
    signal,
  );
}
