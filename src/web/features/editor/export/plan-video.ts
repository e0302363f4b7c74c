import { anyLength, readBlob, withVideo } from '#media/browser/open-video-blob.ts';
import { describeOmittedParts, listOmittedParts } from '#media/container/kept-parts.ts';
import { withWriteErrors } from '#media/container/video-file.ts';
import { type PlanRequest, planNarratedVideo, type VideoPlan } from '#media/mix/plan-narrated-video.ts';

// The media code: fetched with the panel that asks for it.

/** What a video would become in this browser. */
export interface NarratedVideoPlan extends VideoPlan {
  readonly omitted: string | undefined;
}

/** @throws {CodedError} when the file cannot be read any more */
export function planVideo(file: File, request: PlanRequest, signal: AbortSignal): Promise<NarratedVideoPlan> {
  return withWriteErrors(async () => {
    return await withVideo(file, anyLength, async video => {
      const plan = await planNarratedVideo(video, request);
      return {
        ...plan,
        omitted: describeOmittedParts(await listOmittedParts(readBlob(file), plan.container)),
      };
    });
  }, signal);
}
