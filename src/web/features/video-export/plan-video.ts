import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { type PlanRequest, planNarratedVideo, type VideoPlan } from '#media/plan-narrated-video.ts';
import { withWriteErrors } from '#media/with-write-errors.ts';

// The media code: fetched with the panel that asks for it.

/** @throws {CodedError} when the file cannot be read any more */
export function planVideo(file: File, request: PlanRequest, signal: AbortSignal): Promise<VideoPlan> {
  return withWriteErrors(async () => {
    const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY });
    try {
      return await planNarratedVideo(video, request);
    } finally {
      video.close();
    }
  }, signal);
}
